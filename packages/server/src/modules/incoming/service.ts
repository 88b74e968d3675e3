import type { Currency, Minor } from '@krapao/contract/money';
import type { SuspenseWhy } from '@krapao/contract/staff/incoming';
import type { Logger } from 'pino';
import { dayOf } from '../../kernel/bangkok-time.ts';
import type { Database, Tx } from '../../database/open.ts';
import { incomingTurn } from '../../database/turns.ts';
import { AppError } from '../../kernel/app-error.ts';
import { derivedId } from '../../kernel/ids.ts';
import type { DepositDetail } from '../../ledger/kinds/deposit.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { mayBeOneSender, type ShownSender } from '../../kernel/shown-sender.ts';
import { OtherAmountError } from '../incoming-payments/service.ts';
import {
  addName,
  findByReference,
  findNamed,
  findUntold,
  insertTransfer,
  type KnownTransfer,
  type Moment,
  type Name,
} from './repo.ts';

/** A transfer to one of the operator's bank accounts, as one source reports it. */
export interface ToldTransfer {
  /** The operator's account. */
  accountNo: string;
  currency: Currency;
  amount: Minor;
  at: Date;
  /** `at` is the first moment of the day in Bangkok, and the time is not known. */
  isDayOnly?: true;
  from: ShownSender;
}

/**
 * Outcome of a slip. `credited_before`: the member had the money before they sent the slip. `held`: the
 * transfer may be one in suspense, or one that the statement has at another time; staff or the statement will
 * decide. `elsewhere`: the money belongs to another member.
 */
export type SlipCredit = 'credited' | 'credited_before' | 'held' | 'elsewhere';

/** Tolerance for one transfer: statements have no seconds, and the banks' clocks differ. */
const SAME_WITHIN_MS = 90_000;
/** Maximum time difference at which a statement entry and a slip can be one transfer. */
const MAYBE_WITHIN_MS = 10 * 60_000;

interface Accounts {
  house: AccountId;
  suspense: AccountId;
}

/**
 * Credits each bank transfer once, although the bank's statement and the sender's slip have different
 * references for it. Account, amount, minute and member match an entry with a slip:
 * docs/adr/0026-one-transfer-two-references.md. Transfers of the same amount to the same account are
 * serialized.
 */
export class IncomingTransfers {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #logger: Logger;

  constructor(parts: { database: Database; ledger: Ledger; logger: Logger }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#logger = parts.logger;
  }

  /**
   * Books an entry of the bank's statement. Safe to repeat.
   * @param payee the receiving member's wallet, or the reason why no member matches
   * @throws OtherAmountError when the reference belongs to a transfer of another amount
   */
  async fromStatement(
    transfer: ToldTransfer & { reference: string },
    payee: AccountId | SuspenseWhy,
  ): Promise<void> {
    const name: Name = { statement: transfer.reference };
    const accounts = await this.#accounts(transfer);
    const unmatched = await this.inTurn(transfer, async (tx) => {
      const known = await findNamed(tx, transfer.accountNo, name);
      if (known) return assertAmount(known, transfer);
      const twin = await findByReference(tx, transfer.accountNo, name);
      if (twin) {
        assertAmount(twin, transfer);
        return addName(tx, twin.id, name);
      }
      const untold = await findUntold(tx, transfer, name, MAYBE_WITHIN_MS);
      const same = untold.find((one) => one.payee === payee && isSameTime(one, transfer));
      if (same) return addName(tx, same.id, name);
      const maybe = untold.find((one) => one.payee === payee || mayBeOneSender(one.from, transfer.from));
      const reason = maybe ? 'maybe_slip' : typeof payee === 'string' ? payee : undefined;
      await this.#credit(tx, transfer, name, {
        house: accounts.house,
        credit: reason === undefined ? (payee as AccountId) : accounts.suspense,
        note: { ...(reason !== undefined && { unmatched: reason }), ...(maybe && { maybe: maybe.id }) },
      });
      return reason;
    });
    if (unmatched !== undefined) {
      const { accountNo, reference } = transfer;
      this.#logger.error({ accountNo, reference, unmatched }, 'bank transfer kept in suspense');
    }
  }

  /**
   * Books the transfer of a slip that was matched to a member, in a transaction that has its turn. Safe to repeat.
   * @param payee the member's wallet
   * @param sentAt time at which the member sent the slip
   */
  async fromSlipIn(
    tx: Tx,
    transfer: ToldTransfer & { sendingBank: string; reference: string },
    payee: AccountId,
    sentAt: Date,
  ): Promise<SlipCredit> {
    const name: Name = { slip: { bank: transfer.sendingBank, reference: transfer.reference } };
    const accounts = await this.#accountsIn(tx, transfer);
    const resolutionOn = (one: KnownTransfer): SlipCredit => {
      if (one.payee === payee) return one.creditedAt < sentAt ? 'credited_before' : 'credited';
      return one.payee === accounts.suspense ? 'held' : 'elsewhere';
    };
    const known = await findNamed(tx, transfer.accountNo, name);
    if (known) return resolutionOn(known);
    const twin = await findByReference(tx, transfer.accountNo, name);
    if (twin) {
      const resolution = twin.amount === transfer.amount ? resolutionOn(twin) : 'elsewhere';
      if (twin.payee === payee && resolution !== 'elsewhere') await addName(tx, twin.id, name);
      return resolution;
    }
    const untold = await findUntold(tx, transfer, name, MAYBE_WITHIN_MS);
    const same = untold.find((one) => one.payee === payee && (one.isAssigned || isSameTime(one, transfer)));
    if (same) {
      await addName(tx, same.id, name);
      return resolutionOn(same);
    }
    const maybe = untold.find((one) => one.payee === payee || mayBeOneSender(one.from, transfer.from));
    if (maybe) return maybe.payee === payee ? 'held' : resolutionOn(maybe);
    await this.#credit(tx, transfer, name, { house: accounts.house, credit: payee, note: {} });
    return 'credited';
  }

  /** Runs a transaction in the turn of a transfer: those of one amount to one account run one after another. */
  inTurn<T>(
    { accountNo, amount }: Pick<ToldTransfer, 'accountNo' | 'amount'>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return this.#database.transactionInTurn([incomingTurn(accountNo, amount)], work);
  }

  async #accounts({ accountNo, currency }: ToldTransfer): Promise<Accounts> {
    return {
      house: await this.#ledger.house(`bank:${accountNo}`, currency),
      suspense: await this.#ledger.house('suspense', currency),
    };
  }

  async #accountsIn(tx: Tx, { accountNo, currency }: ToldTransfer): Promise<Accounts> {
    return {
      house: await this.#ledger.houseIn(tx, `bank:${accountNo}`, currency),
      suspense: await this.#ledger.houseIn(tx, 'suspense', currency),
    };
  }

  async #credit(
    tx: Tx,
    transfer: ToldTransfer & { reference: string },
    name: Name,
    {
      house,
      credit,
      note,
    }: { house: AccountId; credit: AccountId; note: Pick<DepositDetail, 'unmatched' | 'maybe'> },
  ): Promise<void> {
    const { accountNo, amount, from, reference } = transfer;
    // The same id as before statement and slip references were told apart.
    const id = derivedId('arrival', `bank:${accountNo}`, reference);
    await insertTransfer(tx, { ...transfer, id }, name);
    const { outcome } = await this.#ledger.submitIn(tx, {
      id,
      debit: house,
      credit,
      amount,
      kind: 'deposit',
      pending: false,
      detail: {
        provider: from.bankCode,
        fromAccountNo: from.accountNo,
        fromName: from.name,
        ...note,
        reference,
      },
    });
    if (outcome === 'created' || outcome === 'repeated') return;
    this.#logger.error(
      { accountNo, reference, outcome },
      'bank transfer was told of before with other content',
    );
    throw new AppError('KEY_INVALID');
  }
}

/** Returns whether two times can be one: within a minute, or on one day where the time is not known. */
const isSameTime = (one: Moment, other: Moment): boolean =>
  one.isDayOnly || other.isDayOnly
    ? dayOf(one.at) === dayOf(other.at)
    : Math.abs(one.at.getTime() - other.at.getTime()) <= SAME_WITHIN_MS;

function assertAmount(known: KnownTransfer, { amount }: ToldTransfer): undefined {
  if (known.amount !== amount) throw new OtherAmountError();
}
