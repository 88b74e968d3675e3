/** The banks' own record of a transfer, as each of the emulated look-up services reads it. */
import { bankInfo } from '../bank/banks.ts';
import { maskAccountNo } from '../bank/masks.ts';
import type { BankTransfers } from '../bank/transfers.ts';
import type { BankTransferRecord } from '../store/records.ts';
import { readMiniQr } from './read-mini-qr.ts';

/** `no_slip`: the text is no slip's QR. */
export type SlipFound = 'no_slip' | 'not_found' | BankTransferRecord;

export function findSlip(transfers: BankTransfers, qrText: string): SlipFound {
  const qr = readMiniQr(qrText);
  if (!qr) return 'no_slip';
  const transfer = transfers.get(qr.reference);
  const isKnown = transfer && bankInfo(transfer.fromBankCode)?.number === qr.sendingBank;
  return isKnown ? transfer : 'not_found';
}

/** Masks an account number and groups it as slips do: `xxx-x-x7654-x`. Other lengths stay in one piece. */
export const accountOf = (accountNo: string): string =>
  maskAccountNo(accountNo).replace(/^(\w{3})(\w)(\w{5})(\w)$/, '$1-$2-$3-$4');

export const numberOf = (bankCode: string): string => bankInfo(bankCode)?.number ?? '';
