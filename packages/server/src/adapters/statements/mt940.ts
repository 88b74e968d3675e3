import { toDecimal, type Minor } from '@krapao/contract/money';
import type { RejectedEntry } from '../../ports/listing.ts';
import { StatementError, type StatementEntry } from '../../ports/statement-file.ts';
import { noPaymentOfSwift } from './entry-types.ts';
import { fieldsOf, REST_OF_TIME } from './mt940-fields.ts';
import { senderOf, type BankFacts } from './mt940-sender.ts';
import { bankReferenceOf, currencyOf, isDay, NO_DAY, plainNo, readSum, textOf } from './values.ts';

/**
 * `:61:`: value date, entry date, mark, amount, type, our reference, the bank's reference. Banks leave the entry date blank,
 * break the line before the amount, write one without its comma or with many zeros, and types with blanks.
 */
const LINE =
  /^(\d{6})(?:(\d{4})|\s{4})?(R?[CD])[A-Z]?\s{0,3}(\d{1,20}(?:,\d*)?)([A-Z](?:[A-Z0-9]{3}|[A-Z0-9]{2} |[A-Z0-9] {2}| {3}))([^\n]*?)(?:\/\/([^\n]*))?(?:\n[^]*)?$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,20},\d*)$/;
/** Lines of a text that are not compared with those of other copies: entries are kept that were read without them. */
const NOT_COMPARED = /^(?:\{.*\}|\{1:.*|-\}?.{0,200})$/;

/** One statement of a file while it is read. */
interface Statement {
  /** Its number in the file. */
  place: number;
  accountNo: string;
  number: string;
  currency: string;
  opening: bigint;
  /** The opening balance and the entries so far. */
  balance: bigint;
  /** Sum of the entries whose amounts have no comma; undefined without such an entry. */
  withoutComma: bigint | undefined;
}

const NEW = { accountNo: '', number: '', currency: '', opening: 0n, balance: 0n, withoutComma: undefined };

/** The page before, where its statement goes on: it ends with an intermediate balance. */
type PageBefore = Pick<Statement, 'place' | 'accountNo' | 'number' | 'balance'>;

/**
 * Reads MT940, which tells no time of day.
 * @throws StatementError
 */
export function* readMt940(text: string, facts: BankFacts): Generator<StatementEntry | RejectedEntry> {
  const fields = fieldsOf(text);
  let statement: Statement | undefined;
  let before: PageBefore | undefined;
  let count = 0;
  for (const [place, { tag, text: value }] of fields.entries()) {
    if (tag === '20') {
      if (statement) throw new StatementError('a statement has no closing balance');
      count += 1;
      statement = { ...NEW, place: count };
    } else if (!statement) {
      throw new StatementError(`:${tag}: is not expected here`);
    } else if (tag === '25' || tag === '25P') {
      const accountNo = accountOf(value);
      if (statement.accountNo !== '' && accountNo !== statement.accountNo)
        throw new StatementError('a statement has two accounts');
      statement.accountNo = accountNo;
    } else if (tag === '28' || tag === '28C') {
      statement.number ||= value.trim();
    } else if (tag === '60F' || tag === '60M') {
      if (statement.currency !== '') throw new StatementError('a statement has no closing balance');
      const { currency, amount } = readBalance(value);
      statement = { ...statement, currency, opening: amount, balance: amount };
      if (tag === '60M' && before && goesOn(before, statement)) statement.place = before.place;
    } else if (tag === '61') {
      const [next, more] = [fields[place + 1], fields[place + 2]];
      const about = next?.tag === '86' ? next.text : '';
      // One of two texts may be the payer's.
      const read = readLine(statement, { value, about, isTold: more?.tag !== '86' }, facts);
      if (read) yield read;
    } else if (tag === '62F' || tag === '62M') {
      const { currency, amount } = readBalance(value);
      if (currency !== statement.currency || amount !== statement.balance) {
        throw new StatementError('the closing balance does not fit the entries');
      }
      // Any unit fits a sum of nothing.
      if (statement.withoutComma === 0n)
        throw new StatementError('amounts without a comma do not tell their unit');
      before = tag === '62M' ? statement : undefined;
      statement = undefined;
    }
  }
  if (statement) throw new StatementError('a statement has no closing balance');
}

/** Returns whether a page goes on where the one before it ended. */
const goesOn = (before: PageBefore, { accountNo, number, opening }: Statement): boolean =>
  accountNo === before.accountNo &&
  opening === before.balance &&
  number.split('/')[0] === before.number.split('/')[0];

/** Reads one entry, and counts it in the statement's balance. @returns undefined for a debit */
function readLine(
  statement: Statement,
  { value, about, isTold }: { value: string; about: string; isTold: boolean },
  facts: BankFacts,
): StatementEntry | RejectedEntry | undefined {
  const [, valueDay = '', entryDay, mark = '', sum = '', type = '', ours = '', bankReference = ''] =
    LINE.exec(value) ?? [];
  if (mark === '') throw new StatementError(`the entry ${value.slice(0, 80)} is not readable`);
  const { place, accountNo, number, opening } = statement;
  if (accountNo === '' || statement.currency === '') throw new StatementError('an entry has no account');
  const amount = readComma(sum);
  const signed = mark === 'C' || mark === 'RD' ? amount : -amount;
  statement.balance += signed;
  if (!sum.includes(',')) statement.withoutComma = (statement.withoutComma ?? 0n) + signed;
  const [bookedOn, valueOn] = [bookingDay(valueDay, entryDay), readDay(valueDay)];
  const text = (): string =>
    JSON.stringify({
      accountNo,
      day: bookedOn,
      mark,
      amount: toDecimal(amount),
      value: comparedOf(value),
      about: comparedOf(about),
    });
  if (mark === 'D') return undefined;
  if (mark === 'RC') return { reason: 'a booking is taken back', text: text() };
  if (amount === 0n) return { reason: 'amount is not above zero', text: text() };
  const currency = currencyOf(statement.currency);
  if (!currency) return { reason: `the currency is ${statement.currency}`, text: text() };
  if (!isDay(bookedOn) || !isDay(valueOn)) return { reason: NO_DAY, text: text() };
  const credit = {
    statement: place,
    series: `${number} ${opening}`,
    toAccountNo: accountNo,
    amount,
    bookedOn,
    valueOn,
    bookedAt: null,
    bankReference: bankReferenceOf(bankReference),
    ...senderOf(isTold ? about : '', accountNo, facts),
    text: textOf(ours, comparedOf(about)),
  };
  // A debit that the bank takes back is money of ours.
  return { credit, currency, noPayment: mark === 'RD' ? 'bank_return' : noPaymentOfSwift(type) };
}

function readBalance(value: string): { currency: string; amount: bigint } {
  const [, mark, , currency = '', sum = ''] = BALANCE.exec(value.trim()) ?? [];
  if (mark === undefined) throw new StatementError(`the balance ${value.slice(0, 40)} is not readable`);
  const amount = readComma(sum);
  return { currency, amount: mark === 'C' ? amount : -amount };
}

const readComma = (sum: string): Minor => readSum(sum.replace(/,$/, '').replace(',', '.'));

/** Returns the day of `yyMMdd`. */
const readDay = (text: string): string => `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;

/**
 * Returns the day of booking. It is told without its year, near the value date;
 * an entry without it is booked on its value date.
 */
function bookingDay(valueDay: string, entryDay: string | undefined): string {
  const day = readDay(valueDay);
  if (entryDay === undefined) return day;
  const months = Number(entryDay.slice(0, 2)) - Number(valueDay.slice(2, 4));
  const year = Number(day.slice(0, 4)) + (months > 6 ? -1 : months < -6 ? 1 : 0);
  return readDay(`${String(year).slice(2)}${entryDay}`);
}

/** Returns the number of an account, without the bank before or below it and the currency behind it. */
function accountOf(value: string): string {
  const [line = ''] = value.replaceAll('\n/', '/').split('\n');
  const withoutCurrency = line.trim().replace(/(?<=\d)[\s/]*[A-Z]{3}$/, '');
  return plainNo(withoutCurrency.split('/').at(-1) ?? '');
}

/** Returns the part of a text that is compared. */
function comparedOf(about: string): string {
  const lines = about.split('\n');
  const end = lines.findIndex((line, place) => place > 0 && REST_OF_TIME.test(line));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line, place) => place === 0 || !NOT_COMPARED.test(line))
    .join('\n');
}
