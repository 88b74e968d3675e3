import type { ErrorCode } from '@krapao/contract/errors';
import { toDecimal, type Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import type { ContentStore } from '../../content/store.ts';
import { canCancelWithdrawals, stepUpAbove } from '../../content/protection-schema.ts';
import { withdrawLimits } from '../../content/withdraw-limits.ts';
import type { Database, Tx } from '../../database/open.ts';
import { rewardsTurn } from '../../database/turns.ts';
import { passwordChange, type Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isKnownTransfer, isUnderReview } from '../../ledger/queries.ts';
import { payoutNotBefore, type WithdrawDetail } from '../../ledger/kinds/withdraw.ts';
import { refusalOf } from '../../ledger/kinds/registry.ts';
import type { Reconciler, Resolution } from '../../ledger/reconciler.ts';
import type {
  CheckedTransfer,
  Movement,
  SubmitResult,
  TransferOf,
  TransferRequest,
} from '../../ledger/types.ts';
import type { Bank, PayoutStatus, RecordedPayout } from '../../ports/bank.ts';
import type { Differs, Outcome } from '../../ports/outcome.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { RejectedEntries } from '../rejected-entries/service.ts';
import type { BonusService } from '../bonus/service.ts';
import { askAgainAt, type Controls } from '../controls/service.ts';
import type { StepUp } from '../factors/service.ts';
import { addReview, noteOfReview, type ReviewNeed } from '../payout-review/queries.ts';
import { needOfPayout } from '../payout-review/service.ts';
import { beginOrder, cancelPayout, handOver, refuseOnlyOrder, takeBackOrder } from './repo.ts';

/** Time for which a payout is ordered again that the bank refuses without a record. */
const REVIEW_AFTER_MS = 15 * 60_000;

/** A withdrawal that is ready to be held. */
export interface PreparedPayout {
  request: TransferRequest<'withdraw'> & { amount: Minor };
  /** Why a person must look at it. */
  need: ReviewNeed | undefined;
  /** It waits after a change of password or bank account. */
  isDelayed: boolean;
}

export interface WithdrawalOptions {
  /**
   * Hours that payouts wait after a change of the member's password or bank account name, so that the thief
   * of a session cannot empty the wallet before its owner notices. 0 disables the wait.
   */
  delayAfterChangeHours: number;
}

/**
 * Makes withdrawals. The money is held, the bank gets a payout order with the transfer's id, and the bank's
 * decision posts or voids the hold.
 */
export class WithdrawalService {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #bonuses: BonusService;
  readonly #controls: Pick<Controls, 'isStopped'>;
  readonly #stepUp: Pick<StepUp, 'isFresh'>;
  readonly #content: ContentStore;
  readonly #bank: Bank;
  readonly #clock: Clock;
  readonly #options: WithdrawalOptions;
  readonly #reconciler: Pick<Reconciler, 'nudge'>;
  readonly #rejected: Pick<RejectedEntries, 'add'>;
  readonly #logger: Logger;
  readonly #callbackUrl: () => string;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    /** An active bonus allows only a withdrawal of the whole wallet, or none. */
    bonuses: BonusService;
    controls: Pick<Controls, 'isStopped'>;
    stepUp: Pick<StepUp, 'isFresh'>;
    content: ContentStore;
    bank: Bank;
    clock: Clock;
    options: WithdrawalOptions;
    /** Gets this kind's status check. */
    reconciler: Pick<Reconciler, 'nudge' | 'register'>;
    /** Stores callbacks that cannot be taken in. */
    rejected: Pick<RejectedEntries, 'add'>;
    logger: Logger;
    /** Returns the URL for the bank's callbacks. */
    callbackUrl: () => string;
  }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#options = parts.options;
    this.#ledger = parts.ledger;
    this.#bonuses = parts.bonuses;
    this.#controls = parts.controls;
    this.#stepUp = parts.stepUp;
    this.#content = parts.content;
    this.#bank = parts.bank;
    this.#reconciler = parts.reconciler;
    this.#rejected = parts.rejected;
    this.#logger = parts.logger;
    this.#callbackUrl = parts.callbackUrl;
    parts.reconciler.register('withdraw', (transfer) => this.#checkStatus(transfer));
  }

  /**
   * Holds an amount and pays it out to the member's bank account.
   * @param id of the transfer; a repeated id pays nothing more
   * @throws AppError KEY_INVALID outside the limits, NO_BANK, MONEY_NOT_ENOUGH; BONUS_CONDITION while a bonus
   *   is active; PAYOUTS_STOPPED while staff have stopped payouts; STEP_UP_REQUIRED on a new device, and without a
   *   fresh proof above the operator's amount of 24 hours
   */
  async withdraw(member: Member, amount: Minor, id: string): Promise<Movement> {
    const { min, max } = withdrawLimits(await this.#content.get(), member.currency);
    if (amount < min || amount > max) return this.#asItStands(member, amount, id, 'KEY_INVALID');
    return this.#hold(member, amount, id);
  }

  /**
   * Pays out the whole main wallet, beyond the upper limit if needed. This ends a bonus whose conditions are
   * met.
   * @param amount the amount shown to the member; it must equal the wallet's balance, so that a stale figure
   *   is never paid
   * @throws AppError AppError KEY_INVALID when the amount differs or is below the lower limit; NO_BANK,
   *   MONEY_NOT_ENOUGH; BONUS_CONDITION while a bonus is active whose conditions are not met; PAYOUTS_STOPPED;
   *   STEP_UP_REQUIRED as above
   */
  async withdrawAll(member: Member, amount: Minor, id: string): Promise<Movement> {
    const { min } = withdrawLimits(await this.#content.get(), member.currency);
    if (amount < min) return this.#asItStands(member, amount, id, 'KEY_INVALID');
    return this.#hold(member, amount, id, true);
  }

  /**
   * Cancels a withdrawal that the bank has not received yet. Held money goes back to the held balance.
   * @throws AppError NO_DATA when the member has no such withdrawal, TRANSFER_FAIL when it is too late or the
   *   operator lets nobody cancel
   */
  async cancel(member: Member, id: string): Promise<void> {
    const transfer = await this.#ledger.find(id);
    if (transfer?.kind !== 'withdraw' || transfer.debit !== member.walletAccount)
      throw new AppError('NO_DATA');
    if (!canCancelWithdrawals((await this.#content.get()).protection)) throw new AppError('TRANSFER_FAIL');
    if (!(await cancelPayout(this.#database.queries, id))) throw new AppError('TRANSFER_FAIL');
    await this.#ledger.settle({ id, result: 'void', outcome: { reason: 'cancelled' } });
  }

  /** Returns the earliest time a payout may go to the bank; undefined for at once. */
  #notBefore(member: Member): Date | undefined {
    const changed = Math.max(passwordChange(member)?.getTime() ?? 0, member.bankChangedAt?.getTime() ?? 0);
    const until = new Date(changed + this.#options.delayAfterChangeHours * HOUR_MS);
    return until > this.#clock.now() ? until : undefined;
  }

  async #hold(member: Member, amount: Minor, id: string, isWhole = false): Promise<Movement> {
    // A withdrawal made before is reported as it stands.
    if (this.#controls.isStopped('payouts') && !(await this.#ledger.find(id)))
      throw new AppError('PAYOUTS_STOPPED');
    if (!member.bankCode || !member.bankAccountNo) return this.#asItStands(member, amount, id, 'NO_BANK');
    if (member.proof.isNewDevice) return this.#asItStands(member, amount, id, 'STEP_UP_REQUIRED');
    const prepared = await this.prepare(member, amount, id);
    const { need } = prepared;
    const request: TransferRequest<'withdraw'> = {
      ...prepared.request,
      ...(isWhole && { amount: 'all', expect: amount }),
    };
    let held = need
      ? await this.#database.transaction((tx) => this.submitIn(tx, request, need))
      : await this.#ledger.submit(request);
    if (held.outcome === 'blocked' && isWhole) held = await this.#endingBonus(member, request, need);
    if (held.outcome !== 'created' && held.outcome !== 'repeated') throw refusalOf('withdraw', held.outcome);
    if (held.outcome === 'created') this.begin(prepared);
    return { id, state: held.state, amount: held.amount };
  }

  /**
   * Prepares the hold of a withdrawal: the bank account, the wait after a change, and whether a person must look at it.
   * @throws AppError NO_BANK when the member has no bank account, STEP_UP_REQUIRED on a new device
   */
  async prepare(member: Member, amount: Minor, id: string): Promise<PreparedPayout> {
    if (!member.bankCode || !member.bankAccountNo) throw new AppError('NO_BANK');
    if (member.proof.isNewDevice) throw new AppError('STEP_UP_REQUIRED');
    const notBefore = this.#notBefore(member);
    const need = await needOfPayout(
      { database: this.#database, content: this.#content, clock: this.#clock },
      member,
      amount,
    );
    const request: TransferRequest<'withdraw'> & { amount: Minor } = {
      id,
      debit: member.walletAccount,
      credit: await this.#ledger.house('bank:payout', member.currency),
      amount,
      kind: 'withdraw',
      pending: true,
      // The current account. A later change must not redirect money under way.
      detail: {
        bankCode: member.bankCode,
        bankAccountNo: member.bankAccountNo,
        bankAccountName: member.bankAccountName,
        ...(notBefore && { notBefore: notBefore.toISOString(), note: 'DELAYED_PAYOUT' }),
        ...(need && { note: noteOfReview(need) }),
        ...(await this.#boundOf(member)),
      },
    };
    return { request, need, isDelayed: notBefore !== undefined };
  }

  /** Returns the amount within which a session without a fresh proof stays; the database counts (docs/adr/0044). */
  async #boundOf(member: Member): Promise<Pick<WithdrawDetail, 'unprovenAbove' | 'provedAt'>> {
    if (this.#stepUp.isFresh(member)) return {};
    const { protection } = await this.#content.get();
    const { at } = member.proof;
    return {
      unprovenAbove: String(stepUpAbove(protection, member.currency)),
      ...(at && { provedAt: at.toISOString() }),
    };
  }

  /** Has the bank told of a new withdrawal, unless it waits. Call it after the commit. */
  begin({ request, need, isDelayed }: PreparedPayout): void {
    if (!isDelayed && !need) this.#reconciler.nudge(request.id);
  }

  /** Holds the money of a withdrawal, together with why a person must look at it. */
  async submitIn(
    tx: Tx,
    request: TransferRequest<'withdraw'>,
    need: ReviewNeed | undefined,
  ): Promise<SubmitResult> {
    const held = await this.#ledger.submitIn(tx, request);
    if (need && held.outcome === 'created') await addReview(tx, request.id, need);
    return held;
  }

  /**
   * Returns a withdrawal made before: today's limits and bank account do not decide it.
   * @throws AppError the given code when there is none
   */
  async #asItStands(member: Member, amount: Minor, id: string, otherwise: ErrorCode): Promise<Movement> {
    const begun = await this.#ledger.find(id);
    const isIt =
      begun?.kind === 'withdraw' && begun.debit === member.walletAccount && begun.amount === amount;
    if (!isIt) throw new AppError(otherwise);
    return { id, state: begun.state, amount: begun.amount };
  }

  /**
   * Withdraws everything while a bonus is open, and ends the bonus when its conditions are met. A lock
   * serializes this with the member's rewards.
   */
  async #endingBonus(
    member: Member,
    request: TransferRequest<'withdraw'>,
    need: ReviewNeed | undefined,
  ): Promise<SubmitResult> {
    return this.#database.transactionInTurn([rewardsTurn(member.id)], async (tx) => {
      await this.#ledger.lock(tx, member.walletAccount);
      // A withdrawal made meanwhile is not checked again.
      if (!(await isKnownTransfer(tx, request.id))) {
        await this.#bonuses.endByWithdrawal(tx, member.id);
      }
      const held = await this.submitIn(tx, request, need);
      // The rollback keeps the bonus when the withdrawal fails.
      if (held.outcome !== 'created' && held.outcome !== 'repeated')
        throw refusalOf('withdraw', held.outcome);
      return held;
    });
  }

  /**
   * Checks the bank's record of a held withdrawal, and orders the payout under the same id when there is
   * none.
   */
  async #checkStatus(transfer: CheckedTransfer<'withdraw'>): Promise<Resolution> {
    const notBefore = payoutNotBefore(transfer.detail);
    if (notBefore && notBefore > this.#clock.now())
      return { resolution: 'wait', reason: 'delayed', notBefore };
    // From here on it cannot be cancelled, since the bank may receive it.
    const decision = await handOver(this.#database.queries, transfer.id);
    if (decision === 'cancel') return { resolution: 'void', outcome: { reason: 'cancelled' } };
    if (decision === 'held_back') return heldBackResolution();
    const known = await this.#bank.lookUp(transfer.id);
    if (known.outcome !== 'not_found') return resolutionOn(transfer, known);
    return transfer.isUnderReview ? { resolution: 'review', reason: 'not on record' } : this.#order(transfer);
  }

  /**
   * Records the bank's decision. Safe to repeat.
   * @returns false when the callback is not authentic
   * @throws AppError SERVICE_UNAVAILABLE when the bank was asked about it and did not tell
   */
  async takeCallback(callback: IncomingCallback): Promise<boolean> {
    const decision = await this.#bank.readCallback(callback);
    if (!decision) return false;
    if (decision === 'unconfirmed') throw new AppError('SERVICE_UNAVAILABLE');
    if (decision === 'nothing') return true;
    if ('reason' in decision) {
      const added = await this.#rejected.add({ source: 'payouts', form: 'callback' }, [decision]);
      if (added > 0) this.#logger.error({ reason: decision.reason }, 'a callback of the bank put aside');
      return true;
    }
    const resolution = resolutionOf(decision.status);
    if (resolution.resolution === 'wait') return true;
    const { reference, status } = decision;
    const transfer = isUuid(reference) ? await this.#ledger.find(reference) : undefined;
    if (transfer?.kind !== 'withdraw') {
      this.#logger.error({ reference, status }, 'the bank decided on a payout that is not ours');
      return true;
    }
    if (decision.amount !== undefined && decision.amount !== transfer.amount) {
      // The status check finds the same record and leaves the payout to a person.
      this.#logger.error({ reference, status }, 'the bank decided on a payout of another amount');
      return true;
    }
    if (await isUnderReview(this.#database.queries, reference)) {
      // A callback does not include the bank's record, which the review is about.
      this.#logger.error({ reference, status }, 'the bank decided on a payout under manual review');
      return true;
    }
    const settled = await this.#ledger.settle({
      id: reference,
      result: resolution.resolution,
      outcome: resolution.outcome,
    });
    if (settled.outcome === 'conflict') {
      this.#logger.error({ reference, status }, 'the bank decided otherwise before');
    }
    return true;
  }

  /**
   * Orders the payout. A refusal ends the withdrawal when this is the only order. When an earlier order may
   * still be on its way, only a recorded refusal ends it.
   */
  async #order(transfer: TransferOf<'withdraw'>): Promise<Resolution> {
    const { bankCode, bankAccountNo, bankAccountName } = transfer.detail;
    const order = await beginOrder(this.#database.queries, transfer.id);
    if (!order) return heldBackResolution();
    if (order.refusal !== null) return { resolution: 'void', outcome: { reason: order.refusal } };
    const ordered = await this.#bank.payOut({
      reference: transfer.id,
      amount: transfer.amount,
      toBankCode: bankCode,
      toAccountNo: bankAccountNo,
      toAccountName: bankAccountName,
      callbackUrl: this.#callbackUrl(),
    });
    switch (ordered.outcome) {
      case 'done':
        return resolutionOf(ordered.value);
      case 'refused':
        return this.#refused(transfer, ordered.reason);
      case 'unknown':
        // A later refusal is final only if no other order may be on its way.
        if (!ordered.sent) await takeBackOrder(this.#database.queries, transfer.id);
        return { resolution: 'wait', reason: ordered.reason };
    }
  }

  async #refused(transfer: TransferOf<'withdraw'>, reason: string): Promise<Resolution> {
    if (await refuseOnlyOrder(this.#database.queries, transfer.id, reason)) {
      return { resolution: 'void', outcome: { reason } };
    }
    const known = await this.#bank.lookUp(transfer.id);
    if (known.outcome !== 'not_found') return resolutionOn(transfer, known);
    const isOld = this.#clock.now().getTime() - transfer.createdAt.getTime() > REVIEW_AFTER_MS;
    return { resolution: isOld ? 'review' : 'wait', reason: `refused (${reason}) and not on record` };
  }
}

const heldBackResolution = (): Resolution => ({
  resolution: 'wait',
  reason: 'payouts are stopped, the member is frozen, or a person must look at it',
  notBefore: askAgainAt(),
});

/** Returns the resolution by the bank's record of a payout. A refused look-up does not decide the payout. */
function resolutionOn(
  { amount }: TransferOf<'withdraw'>,
  known: Outcome<RecordedPayout> | Differs,
): Resolution {
  if (known.outcome === 'differs') return { resolution: 'review', reason: known.reason };
  if (known.outcome !== 'done') return { resolution: 'wait', reason: known.reason };
  return known.value.amount === amount
    ? resolutionOf(known.value.status)
    : { resolution: 'review', reason: `the bank has ${toDecimal(known.value.amount)} on record` };
}

function resolutionOf(status: PayoutStatus): Exclude<Resolution, { resolution: 'review' }> {
  switch (status) {
    case 'done':
      return { resolution: 'post', outcome: {} };
    case 'refused':
      return { resolution: 'void', outcome: { reason: 'refused_by_bank' } };
    case 'accepted':
      return { resolution: 'wait', reason: 'the bank has not decided', isAccepted: true };
  }
}
