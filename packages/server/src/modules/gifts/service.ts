import { ZERO } from '@krapao/contract/money';
import type { Logger } from 'pino';
import type { DepositWallet } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/ids.ts';
import type { LaneSource, Room, Taken } from '../../kernel/lane-worker.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import type { Movement } from '../../ledger/types.ts';
import type { PartsOff } from '../../ports/part.ts';
import type { GiftTicket, GiftWallet } from '../../ports/gift-wallet.ts';
import { done, unknown, type Outcome } from '../../ports/outcome.ts';
import { findWallet } from '../account/queries.ts';
import type { IncomingPayments } from '../incoming-payments/service.ts';
import { readGiftLink } from './gift-link.ts';
import type { GiftKey, GiftPublicKey } from './key.ts';
import {
  claimDueGifts,
  claimGift,
  claimTicket,
  closeGift,
  listDueLanes,
  postponeGift,
  putUnderReview,
  type ClaimedGift,
} from './repo.ts';

/** Origin of a gift link's money in the statement. */
export const GIFT = 'GIFT';

const LONGEST_WAIT_S = 60;
/** Codes of a redemption that has ended. */
const ENDED: ReadonlySet<string> = new Set(['TRUELINK_DUPLICATE', 'TRUELINK_INVALID']);

/** Age of a link from which a refusal after an unanswered redemption needs manual review. */
const REVIEW_AFTER_MS = 15 * 60_000;
/** Interval of the status checks of a link under manual review. */
const REVIEW_PAUSE_S = 3_600;

const backoffS = (attempts: number): number => Math.min(LONGEST_WAIT_S, 2 ** Math.min(attempts, 6));

/**
 * Deposits by gift link. A link is claimed for one member before it is redeemed. The credited amount is that
 * of the operator's ticket, never the envelope's total. An unanswered redemption is checked and retried until
 * it is answered.
 */
export class GiftService implements LaneSource {
  readonly #database: Database;
  readonly #key: GiftKey;
  readonly #content: ContentStore;
  readonly #wallet: GiftWallet;
  readonly #off: PartsOff;
  readonly #incomingPayments: IncomingPayments;
  readonly #secrets: Secrets;
  readonly #leaseMs: number;
  readonly #logger: Logger;

  constructor(parts: {
    database: Database;
    key: GiftKey;
    content: ContentStore;
    wallet: GiftWallet;
    off: PartsOff;
    incomingPayments: IncomingPayments;
    secrets: Secrets;
    /** Lease of a redemption by its process; longer than its calls take. */
    leaseMs: number;
    logger: Logger;
  }) {
    this.#database = parts.database;
    this.#key = parts.key;
    this.#content = parts.content;
    this.#wallet = parts.wallet;
    this.#off = parts.off;
    this.#incomingPayments = parts.incomingPayments;
    this.#secrets = parts.secrets;
    this.#leaseMs = parts.leaseMs;
    this.#logger = parts.logger;
  }

  publicKey(): Promise<GiftPublicKey> {
    return this.#key.publicKey();
  }

  /**
   * Redeems an encrypted gift link for a member.
   * @returns the movement; pending, without an amount yet, while the wallet service gives no answer
   * @throws AppError TRUELINK_INVALID not a link, used or expired; TRUELINK_DUPLICATE submitted before;
   *   NO_WALLET the named wallet takes no gift links, or not in the member's currency; DEPOSITS_STOPPED,
   *   also while the wallet service is not connected; LIMIT_DEPOSIT when the member's limits leave nothing
   */
  async redeem(member: Member, encryptedLink: string): Promise<Movement> {
    const clearText = await this.#key.decrypt(encryptedLink);
    const gift = clearText === null ? null : readGiftLink(clearText);
    if (!gift) throw new AppError('TRUELINK_INVALID');
    const { currency } = await this.#walletOf(gift.walletName);
    // Checked before the redemption, since the money could not be credited.
    if (currency !== member.currency) throw new AppError('NO_WALLET');
    if (this.#off.has('gift')) throw new AppError('DEPOSITS_STOPPED');

    const id = newId();
    const claimed: ClaimedGift = {
      id,
      memberId: member.id,
      codeHash: this.#secrets.digest('gift-link', gift.code),
      sealedCode: this.#secrets.seal(gift.code, id),
      walletName: gift.walletName,
      attempts: 0,
      createdAt: new Date(),
      isHeldBack: false,
    };
    const claim = await claimGift(this.#database.queries, claimed, this.#leaseMs);
    if (!claim.isOurs) throw new AppError('TRUELINK_DUPLICATE');
    return this.#carryOut(claimed, gift.code);
  }

  async dueLanes(): Promise<string[]> {
    return this.#off.has('gift') ? [] : listDueLanes(this.#database.queries);
  }

  /** Resumes unfinished redemptions, in one lane per wallet. */
  async take(rooms: readonly Room[]): Promise<Taken[]> {
    const due = await claimDueGifts(this.#database.queries, rooms, this.#leaseMs);
    return due.map((gift) => ({ lane: gift.walletName, run: () => this.#goOn(gift) }));
  }

  async #goOn(gift: ClaimedGift): Promise<void> {
    let code: string;
    try {
      code = this.#secrets.unseal(gift.sealedCode, gift.id);
    } catch (error) {
      // The key may return to the settings later.
      this.#logger.error({ giftId: gift.id, err: error }, 'the code of a gift link cannot be opened');
      await postponeGift(this.#database.queries, gift.id, LONGEST_WAIT_S);
      return;
    }
    await this.#carryOut(gift, code).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      // The wallet may be gone from the content, for example. The operator may hold the ticket all the same.
      if (!ENDED.has(error.code)) await this.#waitForTheFirst(gift, error.code);
    });
  }

  async #carryOut(gift: ClaimedGift, code: string): Promise<Movement> {
    const { queries } = this.#database;
    const outcome = await this.#ask(gift, code);
    if (outcome.outcome === 'done') {
      const { walletAccountNo } = await this.#walletOf(gift.walletName);
      const ticket = `${walletAccountNo} ${outcome.value.voucherId}`;
      if (!(await claimTicket(queries, gift.id, ticket))) {
        // The voucher's ticket was credited already under another spelling of the code.
        await closeGift(queries, gift.id, 'refused', 'duplicate');
        throw new AppError('TRUELINK_DUPLICATE');
      }
      const movement = await this.#credit(gift, outcome.value);
      await closeGift(queries, gift.id, 'credited', '');
      return movement;
    }
    if (outcome.outcome === 'refused' && gift.attempts === 0) {
      await closeGift(queries, gift.id, 'refused', outcome.reason);
      throw new AppError('TRUELINK_INVALID');
    }
    if (outcome.outcome === 'refused') await this.#waitForTheFirst(gift, outcome.reason);
    else {
      const { reason } = outcome;
      this.#logger.warn({ giftId: gift.id, reason }, 'wallet service did not say; asked again');
      await postponeGift(queries, gift.id, backoffS(gift.attempts));
    }
    return { id: gift.id, state: 'pending', amount: ZERO };
  }

  /**
   * Waits after a refused redemption, or one that cannot be gone on with. An earlier redemption without an
   * answer may still succeed, and then the operator holds the ticket. So the status checks go on; staff
   * decide if the ticket never appears.
   */
  async #waitForTheFirst(gift: ClaimedGift, reason: string): Promise<void> {
    const isOld = Date.now() - gift.createdAt.getTime() > REVIEW_AFTER_MS;
    if (!isOld) return postponeGift(this.#database.queries, gift.id, backoffS(gift.attempts));
    if (await putUnderReview(this.#database.queries, gift.id, reason, REVIEW_PAUSE_S))
      this.#logger.error({ giftId: gift.id, reason }, 'gift link needs manual review');
  }

  /** Redeems a link, unless an earlier redemption without an answer has succeeded. */
  async #ask(gift: ClaimedGift, code: string): Promise<Outcome<GiftTicket>> {
    const { walletAccountNo: mobile } = await this.#walletOf(gift.walletName);
    const isFirst = gift.attempts === 0;
    const held = isFirst ? undefined : await this.#heldTicket(code, mobile);
    if (held) return held;
    // A ticket that we hold is credited. No new one is redeemed while staff have stopped deposits.
    if (gift.isHeldBack) return unknown('deposit orders are stopped or the member is frozen');
    const redeemed = await this.#wallet.redeem({ code, mobile });
    if (redeemed.outcome !== 'refused' || isFirst) return redeemed;
    // A slow earlier redemption may have succeeded since the first check.
    return (await this.#heldTicket(code, mobile)) ?? redeemed;
  }

  /** Returns the ticket that we hold for a link; undefined when we hold none. */
  async #heldTicket(code: string, mobile: string): Promise<Outcome<GiftTicket> | undefined> {
    const held = await this.#wallet.ticket({ code, mobile });
    if (held.outcome === 'unknown') return held;
    return held.outcome === 'done' && held.value ? done(held.value) : undefined;
  }

  async #credit(gift: ClaimedGift, ticket: GiftTicket): Promise<Movement> {
    const { walletAccountNo, currency } = await this.#walletOf(gift.walletName);
    const { walletAccount } = await findWallet(this.#database.queries, gift.memberId);
    return this.#incomingPayments.credit({
      // The id that the member got for the pending movement. It is unique, since a link is claimed once.
      id: gift.id,
      house: `ewallet:${walletAccountNo}`,
      reference: `gift:${ticket.voucherId}`,
      currency,
      amount: ticket.amount,
      payee: walletAccount,
      detail: { provider: GIFT, giftId: gift.id },
    });
  }

  /** Returns the operator's gift wallet of a name. @throws AppError NO_WALLET */
  async #walletOf(walletName: string): Promise<DepositWallet> {
    const { wallets } = (await this.#content.get()).depositAccounts;
    const wallet = wallets.find(
      (candidate) =>
        candidate.enabled && candidate.mode !== 'AUTO' && candidate.walletAccountName === walletName,
    );
    if (!wallet) throw new AppError('NO_WALLET');
    return wallet;
  }
}
