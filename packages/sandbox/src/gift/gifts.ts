/** A wallet's gift envelopes: money behind a link, for the first people who open it. */
import type { Minor } from '@krapao/contract/money';
import { randomInt } from 'node:crypto';
import type { GiftRecord, GiftTicket, GiftType } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { splitEvenly, splitRandomly } from './split.ts';

export const GIFT_CODES = [
  'SUCCESS',
  'BAD_PARAM',
  'VOUCHER_NOT_FOUND',
  'VOUCHER_OUT_OF_STOCK',
  'VOUCHER_EXPIRED',
  'CANNOT_GET_OWN_VOUCHER',
  'TARGET_USER_NOT_FOUND',
  'TARGET_USER_REDEEMED',
  'INTERNAL_ERROR',
] as const;
export type GiftCode = (typeof GIFT_CODES)[number];

export interface NewGift {
  readonly amount: Minor;
  readonly people: number;
  readonly type: GiftType;
  readonly ownerPhone: string;
  readonly expired: boolean;
}

/** State of an envelope for one mobile; without the envelope when there is none. */
export interface GiftAnswer {
  readonly code: GiftCode;
  readonly gift: GiftRecord | null;
  readonly mobile: string;
}

export const DEFAULT_OWNER = '0800000001';
/** A valid mobile number that has no wallet. */
export const MOBILE_WITHOUT_WALLET = '0600000000';

const LINK = 'https://gift.truemoney.com/campaign/?v=';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Both lengths occur in the field. */
const CODE_LENGTHS = [18, 35];
const GOOD_FOR_MS = 72 * 60 * 60_000;
const MOBILE = /^0[689]\d{8}$/;
const CODE = /^[A-Za-z0-9]{18,64}$/;

export const linkOf = ({ code }: GiftRecord): string => LINK + code;

export const ticketOf = ({ tickets }: GiftRecord, mobile: string): GiftTicket | undefined =>
  tickets.find((ticket) => ticket.mobile === mobile);

export class Gifts {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #dice: (sides: number) => number;

  /** @param dice decides how envelopes split: a whole number from 0 up to but not including its argument. */
  constructor(store: Store, now: () => number, dice: (sides: number) => number) {
    this.#store = store;
    this.#now = now;
    this.#dice = dice;
  }

  /** Makes an envelope; the amount covers at least the smallest coin for each person. */
  mint({ amount, people, type, ownerPhone, expired }: NewGift): GiftRecord {
    const shares = type === 'R' ? splitRandomly(amount, people, this.#dice) : splitEvenly(amount, people);
    const createdAt = this.#now();
    const gift: GiftRecord = {
      code: this.#freshCode(),
      voucherId: String(randomInt(1e14, 2e14)),
      ownerPhone,
      amountMinor: amount,
      type,
      tickets: shares.map((amountMinor) => ({ amountMinor, mobile: null, takenAt: null })),
      createdAt,
      expiresAt: expired ? createdAt : createdAt + GOOD_FOR_MS,
    };
    this.#store.commit([{ table: 'gifts', key: gift.code, value: gift }]);
    return gift;
  }

  /** Returns the envelope's state for a mobile. A mobile that already has a share always sees it. */
  verify(code: string, mobile: string): GiftAnswer {
    const answer = this.#judge(code, mobile);
    return answer.code === 'TARGET_USER_REDEEMED' ? { ...answer, code: 'SUCCESS' } : answer;
  }

  /** Takes a share for a mobile: once, while shares are left and the envelope is valid. */
  redeem(code: string, mobile: string, voucherHash: string): GiftAnswer {
    if (voucherHash !== code) return { code: 'BAD_PARAM', gift: null, mobile };
    const answer = this.#judge(code, mobile);
    if (answer.code !== 'SUCCESS' || !answer.gift) return answer;
    const free = answer.gift.tickets.findIndex((ticket) => ticket.mobile === null);
    const tickets = answer.gift.tickets.map((ticket, index) =>
      index === free ? { ...ticket, mobile, takenAt: this.#now() } : ticket,
    );
    const gift = { ...answer.gift, tickets };
    this.#store.commit([{ table: 'gifts', key: gift.code, value: gift }]);
    return { code: 'SUCCESS', gift, mobile };
  }

  statusOf(gift: GiftRecord): 'active' | 'redeemed' | 'expired' {
    if (gift.tickets.every(({ mobile }) => mobile !== null)) return 'redeemed';
    return gift.expiresAt <= this.#now() ? 'expired' : 'active';
  }

  newest(limit: number): GiftRecord[] {
    return this.#store.newest('gifts', limit);
  }

  #judge(code: string, mobile: string): GiftAnswer {
    if (!CODE.test(code) || !MOBILE.test(mobile)) return { code: 'BAD_PARAM', gift: null, mobile };
    const gift = this.#find(code) ?? null;
    return { code: gift ? this.#codeFor(gift, mobile) : 'VOUCHER_NOT_FOUND', gift, mobile };
  }

  /** Finds an envelope by its code; the case of letters does not matter. */
  #find(code: string): GiftRecord | undefined {
    const spelling = code.toLowerCase();
    return (
      this.#store.get('gifts', code) ??
      this.#store.list('gifts').find((gift) => gift.code.toLowerCase() === spelling)
    );
  }

  #codeFor(gift: GiftRecord, mobile: string): GiftCode {
    if (mobile === MOBILE_WITHOUT_WALLET) return 'TARGET_USER_NOT_FOUND';
    if (mobile === gift.ownerPhone) return 'CANNOT_GET_OWN_VOUCHER';
    if (ticketOf(gift, mobile)) return 'TARGET_USER_REDEEMED';
    const status = this.statusOf(gift);
    if (status === 'redeemed') return 'VOUCHER_OUT_OF_STOCK';
    return status === 'expired' ? 'VOUCHER_EXPIRED' : 'SUCCESS';
  }

  #freshCode(): string {
    const length = CODE_LENGTHS[randomInt(CODE_LENGTHS.length)] ?? 0;
    return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  }
}
