import { toMinor, type Minor } from '@krapao/contract/money';
import { readMaskedNo } from '../kernel/account-mask.ts';
import type { LookedUpTransfer } from '../ports/slip-lookup.ts';
import { readAnyTime, readObject, readText, type JsonObject } from './http/read-answer.ts';
import type { ServiceConnection } from './http/service-call.ts';

/** Returns the code of a bank by its three digits at the Bank of Thailand; empty for an unknown one. */
export type BankCodeOf = (bankNumber: string) => string;

export interface SlipServiceOptions extends ServiceConnection {
  bankCodeOf: BankCodeOf;
}

/** A slip, as the port asks for it. */
export interface AskedSlip {
  sendingBank: string;
  reference: string;
}

/** Parties and sum of a transfer, as the services tell them. Numbers are masked in each bank's own way. */
export interface ToldTransfer {
  reference: string;
  amount: unknown;
  at: string;
  fromAccountNo: string;
  fromName: string;
  toBankNumber: string;
  toAccountNo: string;
  toName: string;
}

/**
 * Returns the transfer, or why the answer does not tell it. The receiver must be an account: one that is known by
 * a telephone number alone says nothing about the account that the money reached.
 */
export function readTransfer(
  told: ToldTransfer,
  asked: AskedSlip,
  bankCodeOf: BankCodeOf,
): LookedUpTransfer | string {
  const amount = readBaht(told.amount);
  const at = readAnyTime(told.at);
  if (told.reference !== asked.reference) return 'the answer is about another slip';
  if (amount === null) return 'the answer has no amount';
  if (at === null) return 'the answer has no time';
  if (told.toBankNumber === '' || told.toAccountNo === '') return 'the answer has no receiving account';
  return {
    amount,
    at,
    fromBankCode: bankCodeOf(asked.sendingBank),
    fromAccountNo: readMaskedNo(told.fromAccountNo),
    fromName: told.fromName,
    toBankCode: bankCodeOf(told.toBankNumber),
    toAccountNo: readMaskedNo(told.toAccountNo),
    toName: told.toName,
  };
}

/** Reads an amount in baht, a JSON number above zero. */
function readBaht(value: unknown): Minor | null {
  const amount = typeof value === 'number' ? toMinor(value) : null;
  return amount !== null && amount > 0n ? amount : null;
}

/** Reads a party of EasySlip and of Slip2Go: `{ bank: { id }, account: { name, bank: { account } } }`. */
export function readParty(value: unknown): { bankNumber: string; accountNo: string; name: string } {
  const party = readObject(value);
  const account = readObject(party['account']);
  return {
    bankNumber: readText(readObject(party['bank'])['id']),
    accountNo: readText(readObject(account['bank'])['account']),
    name: readName(account['name']),
  };
}

/** A name, or one by language; the Thai one wins. */
function readName(value: unknown): string {
  const names: JsonObject = readObject(value);
  return readText(value) || readText(names['th']) || readText(names['en']);
}

/** Returns the time of a date such as `20260131` and a time such as `23:59:59` in Bangkok, as an ISO text. */
export function readBangkokTime(date: unknown, time: unknown): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(readText(date)) ?? [];
  return `${year}-${month}-${day}T${readText(time)}+07:00`;
}
