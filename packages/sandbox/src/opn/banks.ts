/** Opn's codes of banks, which its capability call lists (A): the sandbox's in small letters, with exceptions. */
import { bankInfo, BANKS } from '../bank/banks.ts';

const EXCEPTIONS: Readonly<Record<string, string>> = {
  CIMBT: 'cimb',
  UOBT: 'uob',
  KKP: 'kk',
  ICBCT: 'icbc',
  TCD: 'tcrb',
  LHFG: 'lhb',
};

const CODES = new Map(
  BANKS.filter(({ number }) => number !== null).map(({ code }) => [
    EXCEPTIONS[code] ?? code.toLowerCase(),
    code,
  ]),
);

/** Returns the sandbox's code of a bank; undefined for an unknown one. */
export const bankOf = (opnCode: string): string | undefined => CODES.get(opnCode);

export const bankName = (opnCode: string): string | null => bankInfo(bankOf(opnCode) ?? '')?.name ?? null;
