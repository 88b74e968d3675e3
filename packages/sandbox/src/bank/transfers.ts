/**
 * Transfers between bank accounts: made by people, shown on the operator's feed, identified by their slips.
 */
import type { Minor } from '@krapao/contract/money';
import { randomInt } from 'node:crypto';
import { HttpError, notFound } from '../http/http-error.ts';
import { bangkokDate } from '../http/bangkok-time.ts';
import type { BankTransferRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { accountHolder } from './operator.ts';

export interface NewTransfer {
  /** The caller's own reference; left out, the bank generates one. */
  readonly reference?: string | undefined;
  readonly fromBankCode: string;
  readonly fromAccountNo: string;
  readonly fromName: string;
  /** Left out together with the name, the bank's own record of the account is used. */
  readonly toBankCode?: string | undefined;
  readonly toAccountNo: string;
  readonly toName?: string | undefined;
  readonly amount: Minor;
  /** The receiver is not the operator: there is a slip, but no entry on the operator's feed. */
  readonly toSomebodyElse: boolean;
  /** When the bank says that it was made; now by default. */
  readonly at?: number | undefined;
}

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const RANDOM_PLACES = 12;

export class BankTransfers {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Moves the money. The same reference with the same content is the same transfer.
   * @throws HttpError 422 `reference_conflict` when the reference belongs to another one.
   */
  make(order: NewTransfer): BankTransferRecord {
    const holder = accountHolder(order.toAccountNo);
    const transfer: BankTransferRecord = {
      reference: order.reference ?? this.#freshReference(),
      fromBankCode: order.fromBankCode,
      fromAccountNo: order.fromAccountNo,
      fromName: order.fromName,
      toBankCode: order.toBankCode ?? holder.bankCode,
      toAccountNo: order.toAccountNo,
      toName: order.toName ?? holder.name,
      amountMinor: order.amount,
      toOperator: !order.toSomebodyElse,
      at: order.at ?? this.#now(),
      statementReference: `ST${this.#freshTail()}`,
    };
    const known = this.#store.get('bankTransfers', transfer.reference);
    if (known) {
      if (isSame(known, transfer)) return known;
      throw new HttpError(422, 'reference_conflict', 'this reference stands for another transfer');
    }
    this.#store.commit([{ table: 'bankTransfers', key: transfer.reference, value: transfer }]);
    return transfer;
  }

  get(reference: string): BankTransferRecord | undefined {
    return this.#store.get('bankTransfers', reference);
  }

  /** @throws HttpError 404 */
  find(reference: string): BankTransferRecord {
    const transfer = this.get(reference);
    if (!transfer) throw notFound('no bank transfer has this reference');
    return transfer;
  }

  /** Returns incoming transfers to the operator's accounts, oldest first. */
  incoming(): BankTransferRecord[] {
    return this.#store.list('bankTransfers').filter(({ toOperator }) => toOperator);
  }

  /** Returns the newest transfers to any receiver, newest first. */
  newest(limit: number): BankTransferRecord[] {
    return this.#store.newest('bankTransfers', limit);
  }

  /** Generates a reference as banks print it: the day and twelve letters and digits, 20 characters in all. */
  #freshReference(): string {
    const { year, month, day } = bangkokDate(this.#now());
    return `${year}${month}${day}${this.#freshTail()}`;
  }

  #freshTail(): string {
    return Array.from({ length: RANDOM_PLACES }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  }
}

/**
 * Returns a transfer's reference on the statement of the operator's bank, which differs from the one on its
 * slip.
 */
export const statementReferenceOf = ({ reference, statementReference }: BankTransferRecord): string =>
  statementReference ?? reference;

/** Fields that the bank itself adds to a transfer. */
const OF_THE_BANK: readonly string[] = ['at', 'statementReference'];

const isSame = (known: BankTransferRecord, asked: BankTransferRecord): boolean =>
  Object.entries(known).every(
    ([name, value]) => OF_THE_BANK.includes(name) || asked[name as keyof typeof asked] === value,
  );
