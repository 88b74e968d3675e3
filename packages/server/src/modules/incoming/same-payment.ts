import type { Minor } from '@krapao/contract/money';
import { isNoPayment, type NoPayment, type SuspenseWhy } from '@krapao/contract/staff/incoming';
import { isWholeNo } from '../../kernel/account-mask.ts';
import { dayOf } from '../../kernel/bangkok-time.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { mayBeOneSender, type ShownSender } from '../../kernel/shown-sender.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { StatementCredit, StatementFormat } from '../../ports/statement-file.ts';

/** Tolerance for one transfer: statements have no seconds, and the banks' clocks differ. */
const SAME_WITHIN_MS = 90_000;
/** Maximum time difference at which a statement entry and a slip can be one transfer. */
export const MAYBE_WITHIN_MS = 10 * MINUTE_MS;
/** Banks book on another day than the sender's: over a weekend with holidays, some days later. */
export const DAYS_OFF = 4;
/** Longest reference in MT940, which cuts longer ones. */
const MT940_REFERENCE = 16;

/** An entry of a statement file, as far as it tells one payment from another. */
export type FileFact = Pick<
  StatementCredit,
  'series' | 'bookedOn' | 'valueOn' | 'bookedAt' | 'bankReference' | 'text'
> & {
  format: StatementFormat;
  from: ShownSender;
  /** Kind of an entry that no customer paid, by its type; null for a payment. */
  noPayment: NoPayment | null;
  /** It may be about another transfer of that amount. */
  isUnsure?: boolean;
  /** The entry is from before entries were kept: its day of value, time, text and format are not known. */
  isLegacy?: boolean;
};

/** A booked transfer to one of the operator's accounts. */
export interface KnownTransfer {
  id: string;
  amount: Minor;
  at: Date;
  isDayOnly: boolean;
  from: ShownSender;
  /** Reference of the first report. */
  reference: string;
  /** References that other sources gave it. */
  references: readonly string[];
  /** Entries of files that told of it. */
  facts: readonly FileFact[];
  isFed: boolean;
  hasSlip: boolean;
  /** The source that reports now has told of it before; such a transfer is listed where that may be about another one. */
  isTold: boolean;
  /** Current owner: a member's account, or the suspense account while unmatched. */
  payee: AccountId;
  /** Whether a member has it. */
  hasMember: boolean;
  /** Whether it left suspense for its owner. */
  isAssigned: boolean;
  /** Whether no customer paid it, by its type. */
  isNoPayment: boolean;
  /** Whether it may be a payout that came back, and no member was given it. */
  mayBeReturn: boolean;
  /** Whether it is kept in suspense beside another one that it may be. */
  isBeside: boolean;
  /** Whether it was kept in suspense for want of a sender alone. */
  lacksSender: boolean;
  /** Time of the credit to that account. */
  creditedAt: Date;
}

/** One source's report of a payment, and whose it seems to be: a member's wallet, or the reason why it is none's. */
export interface Report {
  source: 'feed' | 'file' | 'slip';
  /** The bank's reference; null where it has none. */
  reference: string | null;
  at: Date;
  from: ShownSender;
  payee: AccountId | SuspenseWhy;
  /** Wallet of the member whose account it came from. */
  sender: AccountId | undefined;
  /** The entry, where the source is a file. */
  fact?: FileFact;
}

/**
 * `named`: the same by a reference of the bank, or in a copy of a statement. `same`: one of those of its day and sender.
 * `maybe`: a person must compare the two.
 */
export type Judgement = 'named' | 'same' | 'maybe' | 'other';

/**
 * Judges whether a report is about a transfer of its account and amount. Where one of the two is no customer's payment,
 * or may be none, and the other does not say so, a person compares them.
 */
export function judge(report: Report, known: KnownTransfer): Judgement {
  const judgement = judgePayment(report, known);
  if (judgement === 'other') return judgement;
  const isOurs = isNoPayment(report.payee);
  // Customers alone have slips.
  if (isOurs ? known.hasSlip : known.isNoPayment && report.source === 'slip') return 'other';
  if (isOurs) return known.hasMember ? 'maybe' : judgement;
  return judgement !== 'named' && (known.isNoPayment || known.mayBeReturn) ? 'maybe' : judgement;
}

/**
 * Judges by what is told of the two. Feed and files are the bank's own: what one tells of a day, the other tells too. Feed
 * and slips tell the minute.
 */
function judgePayment(report: Report, known: KnownTransfer): Judgement {
  const isPayee = known.payee === report.payee;
  const isSenderOrPayee = isPayee || mayBeOneSender(known.from, report.from);
  // Its own source has told of it before, perhaps meaning another one: then it may be this one.
  if (known.isTold) return isSenderOrPayee && isSameDay(report, known) ? 'maybe' : 'other';
  if (report.reference !== null && known.references.includes(report.reference))
    return isSenderOrPayee ? 'named' : 'maybe';
  const ofFacts = report.fact && known.facts.length > 0 ? judgeFacts(report.fact, known.facts) : undefined;
  if (!isSenderOrPayee) return ofFacts === 'named' ? 'maybe' : 'other';
  // A fact that may be another transfer's does not prove that this one is another.
  if (ofFacts === 'other') return hasUnsureFact(known) && isSameDay(report, known) ? 'maybe' : 'other';
  if (ofFacts) return ofFacts;
  return isSame(report, known, isPayee) ? 'same' : isNear(report, known) ? 'maybe' : 'other';
}

const isBare = ({ accountNo, name }: ShownSender): boolean => accountNo === '' && name === '';

/** Feed and slip may have taken an entry without a sender for theirs, which is another's. */
const hasUnsureFact = (known: KnownTransfer): boolean =>
  known.facts.some(({ isUnsure, from }) => isUnsure || (isOfMinute(known) && isBare(from)));

/** Returns whether a report of one of a transfer's possible senders is about it. */
function isSame(report: Report, known: KnownTransfer, isPayee: boolean): boolean {
  if (report.source === 'slip') {
    const isOfTime = isOfMinute(known) ? isSameTime(report, known) : isSameDay(report, known);
    return isPayee && (isOfTime || (known.isAssigned && isNear(report, known)));
  }
  // Of a slip, the member is known.
  if (!known.isFed && known.hasSlip && !isPayee) return false;
  return report.source === 'file' || !isOfMinute(known)
    ? isSameDay(report, known)
    : isSameTime(report, known);
}

/** Returns whether the minute of a transfer is known: files tell when it was booked. */
export const isOfMinute = ({ isFed, hasSlip }: KnownTransfer): boolean => isFed || hasSlip;

/** Returns whether a report of the bank tells whose a transfer is. */
export const tellsOwner = ({ payee, from }: Report, known: KnownTransfer): boolean =>
  payee === known.payee || (isWholeNo(from.accountNo) && from.accountNo === known.from.accountNo);

/** Returns whether a report tells a sender other than the one to whom another report gave a transfer. */
export const contradictsOwner = ({ payee, from }: Report, known: KnownTransfer): boolean =>
  known.isAssigned && payee !== known.payee && !isBare(from);

/** Returns whether a source that repeats a reference tells of the same transfer; banks have used one twice. */
export function isOneReport(report: Report, known: KnownTransfer): boolean {
  const isFirst = known.reference === report.reference;
  const gap = Math.abs(report.at.getTime() - known.at.getTime());
  return gap <= DAYS_OFF * DAY_MS && (!isFirst || mayBeOneSender(known.from, report.from));
}

const judgeFacts = (fact: FileFact, facts: readonly FileFact[]): Judgement => {
  const judged = facts.map((other) => compareFacts(fact, other));
  // One file says that it is another payment, and so do all files that agree with that one.
  return judged.includes('other') ? 'other' : judged.includes('named') ? 'named' : 'maybe';
};

/** Judges whether entries of two files are one payment. Without a bank's reference, equal entries may be two. */
function compareFacts(one: FileFact, other: FileFact): Judgement {
  if (other.isLegacy) return compareWithLegacy(one, other);
  const isOneFormat = one.format === other.format;
  const isOneDay = isOneFormat
    ? one.bookedOn === other.bookedOn && one.valueOn === other.valueOn
    : daysOf(one).some((day) => daysOf(other).includes(day));
  if (!isOneDay) return 'other';
  const isNamed = one.bankReference !== null && other.bankReference !== null;
  const isOneReference = isNamed && isSameReference(one, other);
  if (isNamed && !isOneReference && isOneFormat) return 'other';
  const contradicts =
    !mayBeOneSender(one.from, other.from) ||
    (one.bookedAt && other.bookedAt && one.bookedAt.getTime() !== other.bookedAt.getTime()) ||
    (isOneFormat && tellsAsMuch(one, other) && lettersOf(one) !== lettersOf(other));
  if (contradicts) return isOneReference ? 'maybe' : 'other';
  // Copies of a statement have the same references.
  const isBare = one.bankReference === null && other.bankReference === null;
  const isOneStatement = isOneFormat && isBare && one.series !== '' && one.series === other.series;
  return isOneReference || isOneStatement ? 'named' : 'maybe';
}

/** A reference from before may have a number behind it that tells equal ones apart. */
function compareWithLegacy(one: FileFact, legacy: FileFact): Judgement {
  if (!daysOf(one).includes(legacy.bookedOn)) return 'other';
  const [reference, known] = [one.bankReference, legacy.bankReference];
  const isOneReference =
    reference !== null && (known === reference || known?.replace(/\/\d+$/, '') === reference);
  return isOneReference ? 'named' : 'maybe';
}

/** Banks break lines of one text at other places, within words too. */
const lettersOf = ({ text }: FileFact): string => text.replaceAll(' ', '');

/** A bank may write the same entry with more or fewer details: texts of other details tell nothing apart. */
const tellsAsMuch = (one: FileFact, other: FileFact): boolean =>
  [one, other].every(({ text }) => text !== '') &&
  (one.from.accountNo === '') === (other.from.accountNo === '') &&
  (one.from.name === '') === (other.from.name === '');

function isSameReference(one: FileFact, other: FileFact): boolean {
  const [short = '', long = ''] = [one.bankReference ?? '', other.bankReference ?? ''].toSorted(
    (left, right) => left.length - right.length,
  );
  return (
    short === long ||
    (one.format !== other.format && short.length === MT940_REFERENCE && long.startsWith(short))
  );
}

const daysOf = ({ bookedOn, valueOn }: FileFact): readonly string[] => [bookedOn, valueOn];

const daysOfReport = ({ at, fact }: Pick<Report, 'at' | 'fact'>): readonly string[] =>
  fact ? daysOf(fact) : [dayOf(at)];

const isSameDay = (report: Report, { at, facts }: KnownTransfer): boolean => {
  const days = [dayOf(at), ...facts.flatMap(daysOf)];
  return daysOfReport(report).some((day) => days.includes(day));
};

/** Returns whether two times can be one: within a minute, or on one day where the time is not known. */
const isSameTime = (report: Report, known: KnownTransfer): boolean =>
  known.isDayOnly ? isSameDay(report, known) : gapBetween(report, known.at) <= SAME_WITHIN_MS;

const gapBetween = ({ at }: Report, other: Date): number => Math.abs(at.getTime() - other.getTime());

/** Returns whether two times are so near that one of them may be that of booking, or of a clock that is off. */
function isNear(report: Report, known: KnownTransfer): boolean {
  // Files tell when a transfer was booked, to the minute or not.
  const isOfBooking = report.fact !== undefined || !isOfMinute(known);
  const mostMs = isOfBooking ? DAYS_OFF * DAY_MS : MAYBE_WITHIN_MS;
  const booked = known.facts.flatMap(({ bookedAt }) => bookedAt ?? []);
  return (
    gapBetween(report, known.at) <= mostMs ||
    booked.some((at) => gapBetween(report, at) <= MAYBE_WITHIN_MS) ||
    (isOfBooking && isSameDay(report, known))
  );
}

/**
 * Returns whether a transfer may be what another report of this source's was about, so that this one is left without one:
 * its day and sender fit, and this source has not told of it.
 */
export const mayBeDisplaced = (report: Report, known: KnownTransfer): boolean =>
  !known.isTold &&
  (known.payee === report.payee || mayBeOneSender(known.from, report.from)) &&
  isSameDay(report, known);
