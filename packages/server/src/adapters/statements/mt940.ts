import { toDecimal, type Minor } from '@krapao/contract/money';
import { readMaskedNo } from '../../kernel/account-mask.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import { StatementError, type StatementEntry } from '../../ports/statement-file.ts';
import { noPaymentOfSwift } from './entry-types.ts';
import { bankReferenceOf, currencyOf, isDay, NO_DAY, plainNo, readSum, textOf } from './values.ts';

interface Field {
  tag: string;
  text: string;
}

/** `:61:`: value date, entry date, mark, amount, type, our reference, the bank's reference. */
const LINE =
  /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,12},\d*)([A-Z][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n[^]*)?$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,12},\d*)$/;
/** Fields that may follow a closing balance. */
const AFTER_CLOSING: readonly string[] = ['64', '65', '86'];

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
}

const NEW = { accountNo: '', number: '', currency: '', opening: 0n, balance: 0n };

/** The page before, where its statement goes on: it ends with an intermediate balance. */
type PageBefore = Pick<Statement, 'place' | 'accountNo' | 'number' | 'balance'>;

/**
 * Reads MT940. It tells no time of day, and a sender only in the subfields `?30` to `?33` of `:86:`: other texts of
 * `:86:` are not guessed at.
 * @throws StatementError
 */
export function* readMt940(
  text: string,
  bankCodeOf: (number: string) => string,
): Generator<StatementEntry | RejectedEntry> {
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
      if (place === 0 || !AFTER_CLOSING.includes(tag))
        throw new StatementError(`:${tag}: is not expected here`);
    } else if (tag === '25') {
      statement.accountNo = accountOf(value);
    } else if (tag === '28' || tag === '28C') {
      statement.number = value;
    } else if (tag === '60F' || tag === '60M') {
      const { currency, amount } = readBalance(value);
      statement = { ...statement, currency, opening: amount, balance: amount };
      if (tag === '60M' && before && goesOn(before, statement)) statement.place = before.place;
    } else if (tag === '61') {
      const next = fields[place + 1];
      const about = next?.tag === '86' ? next.text : '';
      const read = readLine(statement, { value, about }, bankCodeOf);
      if (read) yield read;
    } else if (tag === '62F' || tag === '62M') {
      const { currency, amount } = readBalance(value);
      if (currency !== statement.currency || amount !== statement.balance) {
        throw new StatementError('the closing balance does not fit the entries');
      }
      before = tag === '62M' ? statement : undefined;
      statement = undefined;
    }
  }
  if (statement || fields.length === 0) throw new StatementError('a statement has no closing balance');
}

/** Returns whether a page goes on where the one before it ended. */
const goesOn = (before: PageBefore, { accountNo, number, opening }: Statement): boolean =>
  accountNo === before.accountNo &&
  opening === before.balance &&
  number.split('/')[0] === before.number.split('/')[0];

/** Splits a file into its fields, without the blocks of the message around them. */
function fieldsOf(text: string): Field[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const fields: Field[] = [];
  for (const line of lines) {
    const isAround = /^(\{.*\}|\{1:.*|-\}?.{0,200}|\s*)$/.test(line) && !line.startsWith(':');
    const [, tag, rest] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ tag, text: rest ?? '' });
    else if (isAround) continue;
    else if (last) last.text += `\n${line}`;
    else throw new StatementError('it does not begin with a field');
  }
  return fields;
}

/** Reads one entry, and counts it in the statement's balance. @returns undefined for a debit */
function readLine(
  statement: Statement,
  { value, about }: { value: string; about: string },
  bankCodeOf: (number: string) => string,
): StatementEntry | RejectedEntry | undefined {
  const [, valueDay = '', entryDay, mark = '', sum = '', type = '', ours = '', bankReference = ''] =
    LINE.exec(value) ?? [];
  if (mark === '') throw new StatementError(`the entry ${value.slice(0, 80)} is not readable`);
  const { place, accountNo, number, opening } = statement;
  if (accountNo === '' || statement.currency === '') throw new StatementError('an entry has no account');
  const amount = readComma(sum);
  statement.balance += mark === 'C' || mark === 'RD' ? amount : -amount;
  const [bookedOn, valueOn] = [bookingDay(valueDay, entryDay), readDay(valueDay)];
  const text = (): string =>
    JSON.stringify({ accountNo, day: bookedOn, mark, amount: toDecimal(amount), value, about });
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
    ...senderOf(about, bankCodeOf),
    text: textOf(ours, about),
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

/** Returns the number of an account: after the bank before it, without the currency behind it. */
const accountOf = (value: string): string =>
  plainNo((value.split('/').at(-1) ?? '').trim().replace(/(?<=\d)\s*[A-Z]{3}$/, ''));

/** Returns the sender of the subfields `?30` bank, `?31` account, `?32` and `?33` name. */
function senderOf(about: string, bankCodeOf: (number: string) => string) {
  const joined = about.replaceAll('\n', '');
  const parts = new Map(
    Array.from(joined.matchAll(/\?(\d\d)([^?]*)/g), ([, name, text]) => [name, text ?? '']),
  );
  const told = (name: string): string => parts.get(name) ?? '';
  return {
    fromBankCode: bankCodeOf(told('30').trim()),
    fromAccountNo: readMaskedNo(told('31')),
    // A long name goes on in the next subfield.
    fromName: `${told('32')}${told('33')}`.trim(),
  };
}
