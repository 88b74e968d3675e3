import type { Minor } from '@krapao/contract/money';
import { dayOf } from '../../kernel/bangkok-time.ts';
import { readMaskedNo } from '../../kernel/account-mask.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import { StatementError, type StatementEntry } from '../../ports/statement-file.ts';
import { at, readElements, textAt, type XmlElement } from './xml-elements.ts';
import { noPaymentOfIso, type IsoCode } from './entry-types.ts';
import { bankReferenceOf, currencyOf, isDay, NO_DAY, plainNo, readSum, textOf } from './values.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/;
/** Most characters that are kept of an entry for staff. */
const LONGEST_KEPT = 20_000;

/** One statement of a file while it is read. */
interface Statement {
  /** Its number in the file. */
  place: number;
  id: string;
  /** The bank's number of it, electronic or legal. */
  number: string;
  accountNo: string;
  /** Balances by code: `OPBD`, `CLBD`. */
  balances: Map<string, bigint>;
  /** Sum of the booked entries. */
  sum: bigint;
}

/** The part of an entry that is one transfer. */
interface Part {
  amount: Minor;
  details: XmlElement | undefined;
}

/**
 * Reads CAMT.053 as it streams: memory holds one entry. A batch is taken apart where it tells the amount of each
 * transfer. Entries that are not booked are left out.
 * @throws StatementError
 */
export async function* readCamt053(
  texts: AsyncIterable<string>,
  bankCodeOf: (number: string) => string,
): AsyncGenerator<StatementEntry | RejectedEntry> {
  let statement: Statement | undefined;
  let before: Statement | undefined;
  let count = 0;
  for await (const event of readElements(texts, 'Stmt')) {
    if (event.event === 'begin') {
      if (event.name === 'Document' && !NAMESPACE.test(event.space))
        throw new StatementError('it is no CAMT.053');
      if (event.name === 'Stmt')
        statement = { place: count + 1, id: '', number: '', accountNo: '', balances: new Map(), sum: 0n };
    } else if (event.event === 'end') {
      if (event.name !== 'Stmt' || !statement) continue;
      assertBalanced(statement);
      count += 1;
      before = statement;
      statement = undefined;
    } else if (statement) {
      const { element } = event;
      if (element.name === 'Id') statement.id = element.text.trim();
      else if (element.name === 'ElctrncSeqNb' || element.name === 'LglSeqNb')
        statement.number ||= element.text.trim();
      else if (element.name === 'Acct') statement.accountNo = accountOf(at(element, 'Id'));
      else if (element.name === 'Bal') addBalance(statement, element);
      else if (element.name === 'Ntry') {
        if (before && goesOn(before, statement)) statement.place = before.place;
        yield* readEntry(statement, element, bankCodeOf);
      }
    }
  }
  if (count === 0) throw new StatementError('it has no statement');
}

function* readEntry(
  statement: Statement,
  entry: XmlElement,
  bankCodeOf: (number: string) => string,
): Generator<StatementEntry | RejectedEntry> {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts', 'Prtry') || textAt(entry, 'Sts');
  if (status !== 'BOOK') return;
  const [amount, mark] = [readAmount(at(entry, 'Amt')), textAt(entry, 'CdtDbtInd')];
  if (mark !== 'CRDT' && mark !== 'DBIT') throw new StatementError('an entry is neither credit nor debit');
  if (statement.accountNo === '') throw new StatementError('a statement has no account');
  statement.sum += mark === 'CRDT' ? amount : -amount;
  const aside = (reason: string): RejectedEntry => ({
    reason,
    text: JSON.stringify({ account: statement.accountNo, statement: statement.id, entry }).slice(
      0,
      LONGEST_KEPT,
    ),
  });
  const isTakenBack = ['true', '1'].includes(textAt(entry, 'RvslInd'));
  if (mark === 'DBIT') {
    if (isTakenBack) yield aside('a booking is taken back');
    return;
  }
  const written = at(entry, 'Amt')?.attributes['Ccy'] ?? '';
  const currency = currencyOf(written);
  if (!currency) return void (yield aside(`the currency is ${written}`));
  const when = momentOf(entry);
  if (typeof when === 'string') return void (yield aside(when));
  for (const { amount: sum, details } of partsOf(entry, amount)) {
    if (sum === 0n) {
      yield aside('amount is not above zero');
      continue;
    }
    const code = codeOf(details) ?? codeOf(entry);
    const isReturn = isTakenBack || at(details, 'RtrInf') !== undefined;
    const noPayment = isReturn ? 'bank_return' : noPaymentOfIso(code);
    const credit = {
      statement: statement.place,
      series: seriesOf(statement),
      toAccountNo: statement.accountNo,
      amount: sum,
      ...when,
      bankReference:
        bankReferenceOf(textAt(details, 'Refs', 'AcctSvcrRef')) ??
        bankReferenceOf(textAt(entry, 'AcctSvcrRef')),
      ...(noPayment === 'bank_return'
        ? returnedBy(details, bankCodeOf, statement.accountNo)
        : senderOf(details, bankCodeOf)),
      text: textOf(
        textAt(details, 'Refs', 'EndToEndId'),
        textAt(details, 'Refs', 'TxId'),
        textAt(details, 'RmtInf', 'Ustrd'),
        textAt(entry, 'AddtlNtryInf'),
      ),
    };
    yield { credit, currency, noPayment };
  }
}

/** Returns whether a page of a statement goes on after the one before it: only the first has an opening balance. */
const goesOn = (before: Statement, { number, accountNo, balances }: Statement): boolean =>
  number !== '' &&
  number === before.number &&
  accountNo === before.accountNo &&
  openingOf(balances) === undefined;

/** Returns what another copy of a statement has, too; nothing where it tells no opening balance. */
function seriesOf({ id, number, balances }: Statement): string {
  const opening = openingOf(balances);
  // Its id may be the file's own.
  return opening === undefined ? '' : `${number || id} ${opening}`;
}

/** Takes a batch apart where each transfer tells its amount and they make up the entry; else the entry is one. */
function partsOf(entry: XmlElement, amount: Minor): Part[] {
  const all = entry.children
    .filter(({ name }) => name === 'NtryDtls')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'TxDtls'));
  const [only] = all;
  if (all.length <= 1) return [{ amount, details: only }];
  const currency = at(entry, 'Amt')?.attributes['Ccy'];
  const parts = all.flatMap((details): Part[] => {
    const told = at(details, 'Amt') ?? at(details, 'AmtDtls', 'TxAmt', 'Amt');
    return told && told.attributes['Ccy'] === currency ? [{ amount: readAmount(told), details }] : [];
  });
  const sum = parts.reduce((total, part) => total + part.amount, 0n);
  return parts.length === all.length && sum === amount ? parts : [{ amount, details: undefined }];
}

/** Returns when an entry was booked: the time where it is told, else the day. */
function momentOf(entry: XmlElement): { bookedOn: string; valueOn: string; bookedAt: Date | null } | string {
  const [booked, value] = (['BookgDt', 'ValDt'] as const).map((name) => {
    const time = textAt(entry, name, 'DtTm');
    return time === '' ? dayAt(textAt(entry, name, 'Dt')) : timeAt(time);
  });
  const told = booked ?? value;
  if (!told) return 'it has no day';
  const valueOn = (value ?? told).day;
  if (!isDay(told.day) || !isDay(valueOn)) return NO_DAY;
  return { bookedOn: told.day, valueOn, bookedAt: told.at };
}

interface Moment {
  /** As it is told where it is none. */
  day: string;
  /** The time; null where the day alone is told. */
  at: Date | null;
}

/** Reads a time. One without a zone is Bangkok's. */
function timeAt(told: string): Moment {
  const time = new Date(/(Z|[+-]\d\d:\d\d)$/.test(told) ? told : `${told}+07:00`);
  const isTime = isDay(told.slice(0, 10)) && !Number.isNaN(time.getTime());
  return isTime ? { day: dayOf(time), at: time } : { day: told, at: null };
}

const dayAt = (told: string): Moment | undefined =>
  told === '' ? undefined : { day: told.slice(0, 10), at: null };

const readAmount = (element: XmlElement | undefined): Minor => readSum(element?.text.trim() ?? '');

const accountOf = (id: XmlElement | undefined): string =>
  plainNo(textAt(id, 'Othr', 'Id') || textAt(id, 'IBAN'));

/** Returns the bank transaction code of an entry or of one of its transfers. */
function codeOf(element: XmlElement | undefined): IsoCode | undefined {
  const code = at(element, 'BkTxCd');
  return (
    code && {
      domain: textAt(code, 'Domn', 'Cd'),
      family: textAt(code, 'Domn', 'Fmly', 'Cd'),
      subFamily: textAt(code, 'Domn', 'Fmly', 'SubFmlyCd'),
      proprietary: textAt(code, 'Prtry', 'Cd'),
    }
  );
}

/** Returns the sender; the bank by its three digits, where the content has it. */
function senderOf(
  details: XmlElement | undefined,
  bankCodeOf: (number: string) => string,
  party: 'Dbtr' | 'Cdtr' = 'Dbtr',
) {
  const parties = at(details, 'RltdPties');
  const bank = at(details, 'RltdAgts', `${party}Agt`, 'FinInstnId');
  return {
    fromBankCode: bankCodeOf(textAt(bank, 'ClrSysMmbId', 'MmbId').slice(0, 3)),
    fromAccountNo: readMaskedNo(accountOf(at(parties, `${party}Acct`, 'Id'))),
    fromName: textAt(parties, party, 'Pty', 'Nm') || textAt(parties, party, 'Nm'),
  };
}

/** Returns who sends money back. Some banks name the parties of a returned payment as it was sent: we are the debtor. */
function returnedBy(
  details: XmlElement | undefined,
  bankCodeOf: (number: string) => string,
  ourAccountNo: string,
) {
  const receiver = senderOf(details, bankCodeOf, 'Cdtr');
  const isReceiver = receiver.fromAccountNo !== '' && receiver.fromAccountNo !== ourAccountNo;
  return isReceiver ? receiver : senderOf(details, bankCodeOf);
}

function addBalance(statement: Statement, balance: XmlElement): void {
  // An intermediate balance belongs to a page, and not to the statement.
  if (textAt(balance, 'Tp', 'SubTp', 'Cd') === 'INTM') return;
  const amount = readAmount(at(balance, 'Amt'));
  const signed = textAt(balance, 'CdtDbtInd') === 'DBIT' ? -amount : amount;
  statement.balances.set(textAt(balance, 'Tp', 'CdOrPrtry', 'Cd'), signed);
}

const openingOf = (balances: Statement['balances']): bigint | undefined =>
  balances.get('OPBD') ?? balances.get('PRCD');

/** @throws StatementError when the balances that are told do not fit the entries */
function assertBalanced({ balances, sum }: Statement): void {
  const [opening, closing] = [openingOf(balances), balances.get('CLBD')];
  if (opening !== undefined && closing !== undefined && opening + sum !== closing)
    throw new StatementError('the closing balance does not fit the entries');
}
