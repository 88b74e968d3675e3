import type { Currency, Minor } from '@krapao/contract/money';
import { isNoPayment, type SuspenseWhy } from '@krapao/contract/staff/incoming';
import type { Logger } from 'pino';
import { startOfDay } from '../../kernel/bangkok-time.ts';
import type { Database, Tx } from '../../database/open.ts';
import { transferTurns } from '../../database/turns.ts';
import { AppError } from '../../kernel/app-error.ts';
import { derivedId } from '../../kernel/ids.ts';
import type { DepositDetail } from '../../ledger/kinds/deposit.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { type ShownSender } from '../../kernel/shown-sender.ts';
import type { StatementEntry, StatementFormat } from '../../ports/statement-file.ts';
import { OTHER_AMOUNT, OTHER_PAYMENT, PutAsideError } from '../incoming-payments/service.ts';
import { addReturned, findReturned, type FoundPayout } from '../returned-payouts/queries.ts';
import {
  addReport,
  addTransfer,
  countBeside,
  findNamed,
  findOthers,
  isKnown,
  isOfOtherAmount,
  type Name,
  type Reported,
} from './repo.ts';
import {
  contradictsOwner,
  isOfMinute,
  isOneReport,
  judge,
  mayBeDisplaced,
  tellsOwner,
  type Judgement,
  type KnownTransfer,
  type Report,
} from './same-payment.ts';

/** A transfer to one of the operator's bank accounts, as one source reports it. */
export interface ToldTransfer {
  /** The operator's account. */
  accountNo: string;
  currency: Currency;
  amount: Minor;
  at: Date;
  from: ShownSender;
}

/** Where an entry of a statement file stands. */
export interface FilePlace {
  /** SHA-256 of the file. */
  digest: string;
  format: StatementFormat;
  /** Number of the entry in the file. */
  place: number;
}

/**
 * Outcome of a slip. `credited_before`: the member had the money before they sent the slip. `held`: the
 * transfer may be one in suspense, or one that the statement has at another time; staff or the statement will
 * decide. `elsewhere`: the money belongs to another member.
 */
export type SlipCredit = 'credited' | 'credited_before' | 'held' | 'elsewhere';

/** Transfers that a report was compared with. */
interface Compared {
  /** The one that it is about. */
  same: KnownTransfer | undefined;
  isNamed: boolean;
  /** Those that it may be about, of which a person compares one. */
  doubtful: readonly KnownTransfer[];
  /** This source has not told of one of those. */
  isDoubted: boolean;
  /** One of those belongs to the member of the report. */
  mayHaveIt: boolean;
}

interface Accounts {
  house: AccountId;
  suspense: AccountId;
}

/**
 * Credits each bank transfer once, although feed, statement files and the sender's slip have different references for it,
 * or none: docs/adr/0026-one-transfer-two-references.md and docs/adr/0047-entries-of-statement-files.md. Transfers of the
 * same amount to the same account are serialized.
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
   * Books an entry of the bank's feed. Safe to repeat.
   * @param payee the receiving member's wallet, or the reason why no member matches
   * @returns the id of the transfer
   * @throws PutAsideError when the reference belongs to a transfer of another amount, day or sender
   */
  fromFeed(transfer: ToldTransfer & { reference: string }, payee: AccountId | SuspenseWhy): Promise<string> {
    const { reference, at, from } = transfer;
    const report: Report = { source: 'feed', reference, at, from, payee, sender: memberOf(payee) };
    return this.#fromBank(transfer, report, { source: 'feed', reference });
  }

  /**
   * Books an entry of a statement file. Safe to repeat. One that no customer paid is kept in suspense.
   * @param payee as of {@link fromFeed}
   * @returns the id of the transfer
   * @throws PutAsideError when another source has its reference for a transfer of another amount
   */
  fromFile(
    { credit, currency, noPayment }: StatementEntry,
    { digest, format, place }: FilePlace,
    payee: AccountId | SuspenseWhy,
  ): Promise<string> {
    const { toAccountNo: accountNo, amount, bankReference, bookedOn, bookedAt, statement } = credit;
    const from = { bankCode: credit.fromBankCode, accountNo: credit.fromAccountNo, name: credit.fromName };
    const at = bookedAt ?? startOfDay(bookedOn);
    const report: Report = {
      source: 'file',
      reference: bankReference,
      at,
      from,
      payee: noPayment ?? payee,
      sender: memberOf(payee),
      fact: { ...credit, format, from, noPayment },
    };
    const name: Name = { source: 'file', digest, statement, place };
    return this.#fromBank({ accountNo, currency, amount, at, from }, report, name);
  }

  async #fromBank(transfer: ToldTransfer, report: Report, name: Name): Promise<string> {
    const { accountNo, amount } = transfer;
    const { payee } = report;
    const accounts = await this.#accounts(transfer);
    const reported: Reported = { accountNo, amount, report, name };
    const { id, unmatched } = await this.inTurn({ ...transfer, reference: report.reference }, async (tx) => {
      const known = await findNamed(tx, reported);
      if (known) {
        if (known.amount !== amount) throw new PutAsideError(OTHER_AMOUNT);
        if (!isOneReport(report, known)) throw new PutAsideError(OTHER_PAYMENT);
        return { id: known.id };
      }
      const { same, isNamed, doubtful, isDoubted, mayHaveIt } = await this.#compare(tx, reported);
      const payout = same?.hasMember ? undefined : await findReturnedBy(tx, reported);
      if (same) {
        const isKnown = same.lacksSender && !same.mayBeReturn && !same.isNoPayment;
        const isFree = same.payee === accounts.suspense && isKnown && !mayHaveIt && !payout;
        const owner = isFree ? memberOf(payee) : undefined;
        const isOwned = owner !== undefined || tellsOwner(report, same);
        const isUnsure = !isNamed && (mayHaveIt || isDoubted || !isOwned);
        await addReport(tx, same.id, reported, isUnsure || contradictsOwner(report, same));
        if (owner !== undefined) await this.#give(tx, same, { suspense: accounts.suspense, payee: owner });
        if (payout !== undefined) await addReturned(tx, same.id, payout);
        return { id: same.id };
      }
      if (await isOfOtherAmount(tx, reported)) throw new PutAsideError(OTHER_AMOUNT);
      const maybe = await leastCompared(tx, doubtful, report);
      const reason = reasonOf(report, maybe, payout);
      const created = await this.#credit(tx, transfer, reported, {
        house: accounts.house,
        credit: reason === undefined ? (payee as AccountId) : accounts.suspense,
        note: { ...(reason !== undefined && { unmatched: reason }), ...(maybe && { maybe: maybe.id }) },
      });
      if (payout !== undefined) await addReturned(tx, created, payout);
      return { id: created, unmatched: reason };
    });
    if (unmatched !== undefined)
      this.#logger.error({ accountNo, transferId: id, unmatched }, 'bank transfer kept in suspense');
    return id;
  }

  /** Compares a report with the transfers that it may be about. */
  async #compare(tx: Tx, reported: Reported): Promise<Compared> {
    const { report } = reported;
    const judged = (await findOthers(tx, reported)).map((one) => ({ one, judgement: judge(report, one) }));
    const allOf = (wanted: Judgement): KnownTransfer[] =>
      judged.filter(({ judgement }) => judgement === wanted).map(({ one }) => one);
    const named = bestOf(allOf('named'), report);
    const doubtful = allOf('maybe');
    // Those that this source has told of point to others, which it may have meant.
    const displaced = doubtful.some(({ isTold }) => isTold)
      ? judged.filter(({ one }) => mayBeDisplaced(report, one)).map(({ one }) => one)
      : [];
    const untold = [...doubtful.filter(({ isTold }) => !isTold), ...displaced];
    // One that is itself kept beside another is the last to compare with.
    const own = untold.filter(({ isBeside }) => !isBeside);
    return {
      same: named ?? (await this.#choose(tx, allOf('same'), report)),
      doubtful: [own, untold, doubtful].find(({ length }) => length > 0) ?? [],
      isNamed: named !== undefined,
      isDoubted: doubtful.some(({ isTold }) => !isTold),
      mayHaveIt: doubtful.some(({ payee }) => payee === report.payee),
    };
  }

  /** Returns the transfer that a report is about. One that no customer paid has another payment of its statement beside it. */
  #choose(tx: Tx, all: readonly KnownTransfer[], report: Report): Promise<KnownTransfer | undefined> {
    return isNoPayment(report.payee) ? leastCompared(tx, all, report) : Promise.resolve(bestOf(all, report));
  }

  /** Gives a deposit of an unknown sender to the member whom another report of it names. */
  async #give(
    tx: Tx,
    { id, amount, reference, from: { bankCode: provider } }: KnownTransfer,
    { suspense, payee }: { suspense: AccountId; payee: AccountId },
  ): Promise<void> {
    const { outcome } = await this.#ledger.submitIn(tx, {
      // Same id as an assignment by staff, so only one of the two can be made.
      id: derivedId('suspense', id),
      debit: suspense,
      credit: payee,
      amount,
      kind: 'suspense_out',
      pending: false,
      detail: { provider, reference, origin: id },
    });
    this.#logger.info(
      { transferId: id, outcome },
      'deposit in suspense belongs to a member by another report',
    );
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
    const { accountNo, amount, at, from, reference } = transfer;
    const report: Report = { source: 'slip', reference, at, from, payee, sender: payee };
    const name: Name = { source: 'slip', bank: transfer.sendingBank, reference };
    const reported: Reported = { accountNo, amount, report, name };
    const accounts = await this.#accountsIn(tx, transfer);
    const resolutionOn = (one: KnownTransfer): SlipCredit => {
      if (one.payee === payee) return one.creditedAt < sentAt ? 'credited_before' : 'credited';
      return one.payee === accounts.suspense ? 'held' : 'elsewhere';
    };
    const known = await findNamed(tx, reported);
    if (known) return known.amount === amount ? resolutionOn(known) : 'elsewhere';
    const { same, doubtful } = await this.#compare(tx, reported);
    if (same) {
      if (same.payee === payee) await addReport(tx, same.id, reported);
      return resolutionOn(same);
    }
    const maybe = bestOf(doubtful, report);
    if (maybe) return maybe.payee === payee ? 'held' : resolutionOn(maybe);
    if (await isOfOtherAmount(tx, reported)) return 'elsewhere';
    await this.#credit(tx, transfer, reported, { house: accounts.house, credit: payee, note: {} });
    return 'credited';
  }

  /**
   * Runs a transaction in the turn of a transfer: those of one amount to one account run one after another, and so do
   * those of one reference.
   */
  inTurn<T>(
    transfer: Pick<ToldTransfer, 'accountNo' | 'amount'> & { reference: string | null },
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return this.#database.transactionInTurn(transferTurns(transfer), work);
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

  /** Books a transfer that no source has reported before. @returns its id */
  async #credit(
    tx: Tx,
    { accountNo, amount, from }: ToldTransfer,
    reported: Reported,
    {
      house,
      credit,
      note,
    }: { house: AccountId; credit: AccountId; note: Pick<DepositDetail, 'unmatched' | 'maybe'> },
  ): Promise<string> {
    const { id, reference } = await nameOf(tx, accountNo, reported);
    await addTransfer(tx, id, reported);
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
    if (outcome === 'created' || outcome === 'repeated') return id;
    this.#logger.error(
      { accountNo, reference, outcome },
      'bank transfer was told of before with other content',
    );
    throw new AppError('KEY_INVALID');
  }
}

/**
 * Returns the id of a transfer that was not known, and the reference that it is shown with. An entry of a file has the id
 * of its place in these bytes, so that reading them again repeats it.
 */
async function nameOf(
  tx: Tx,
  accountNo: string,
  { name, report }: Reported,
): Promise<{ id: string; reference: string }> {
  const house = `bank:${accountNo}`;
  if (name.source === 'file') {
    const reference = report.reference ?? `${report.fact?.bookedOn}/${name.place}`;
    return { id: derivedId('statement', house, `${name.digest} ${name.place}`), reference };
  }
  const { source, reference } = name;
  const id = derivedId('arrival', house, reference);
  // The other source has used this reference for another transfer.
  return {
    id: (await isKnown(tx, id)) ? derivedId('arrival', house, `${source} ${reference}`) : id,
    reference,
  };
}

/** Finds the payout that a report of the bank seems to tell the return of. */
function findReturnedBy(tx: Tx, { amount, report }: Reported): Promise<FoundPayout | undefined> {
  const { at, fact, sender: wallet, payee } = report;
  const isReturn = payee === 'bank_return';
  if (isNoPayment(payee) && !isReturn) return Promise.resolve(undefined);
  const isDayOnly = fact?.bookedAt === null;
  return findReturned(tx, { amount, at, isDayOnly, isReturn, text: fact?.text ?? '', wallet });
}

/** Returns the one whose member is the same, which leaves others to reports that do not know theirs. */
function bestOf(all: readonly KnownTransfer[], { payee }: Report): KnownTransfer | undefined {
  const ofPayee = all.filter((one) => one.payee === payee);
  return ofPayee.find((one) => isOfMinute(one)) ?? ofPayee[0] ?? all[0];
}

/** Returns why a transfer is kept in suspense; undefined for one that is credited to its member. */
function reasonOf(
  report: Report,
  maybe: KnownTransfer | undefined,
  payout: FoundPayout | undefined,
): SuspenseWhy | undefined {
  const { payee } = report;
  if (isNoPayment(payee)) return payee;
  // Its own statement tells of both, so that they are two: it waits for its sender.
  if (maybe && !(maybe.isTold && typeof payee === 'string'))
    return maybe.isFed || maybe.facts.length > 0 ? 'maybe_repeat' : 'maybe_slip';
  if (typeof payee === 'string') return payee;
  return payout === undefined ? undefined : 'maybe_return';
}

const memberOf = (payee: Report['payee']): AccountId | undefined =>
  typeof payee === 'string' ? undefined : payee;

/** Returns the one beside which the fewest deposits are kept: alike ones are compared one by one. */
async function leastCompared(
  tx: Tx,
  all: readonly KnownTransfer[],
  report: Report,
): Promise<KnownTransfer | undefined> {
  if (all.length <= 1) return all[0];
  const beside = await countBeside(
    tx,
    all.map(({ id }) => id),
  );
  const fewest = Math.min(...all.map(({ id }) => beside.get(id) ?? 0));
  return bestOf(
    all.filter(({ id }) => (beside.get(id) ?? 0) === fewest),
    report,
  );
}
