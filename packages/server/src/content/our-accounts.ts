import { isWholeNo, matchesMask } from '../kernel/account-mask.ts';
import { compareHolderNames } from '../kernel/holder-names.ts';
import type { SenderIn } from '../kernel/sender-in.ts';
import type { DepositBank } from './schema.ts';

/** The sender of a bank transfer, as feeds, files and slip look-ups tell it. */
interface Sender {
  fromBankCode: string;
  /** Each masked digit is an `x`. */
  fromAccountNo: string;
  fromName: string;
}

/** Returns whether a transfer came from an account of the operator: a member may have registered its number. */
export function isOurAccount(
  banks: readonly DepositBank[],
  { fromBankCode, fromAccountNo, fromName }: Sender,
): boolean {
  const isHolder = ({ bankAccountName, otherNames = [] }: DepositBank): boolean =>
    [bankAccountName, ...otherNames].some((name) => compareHolderNames(fromName, name) === 'same');
  return banks.some(
    (bank) =>
      matchesMask(fromAccountNo, bank.bankAccountNo) &&
      (fromBankCode === '' || fromBankCode === bank.bankCode) &&
      (isWholeNo(fromAccountNo) || isHolder(bank)),
  );
}

/** Returns where the bank of an account tells the sender in MT940. */
export const senderIn = (banks: readonly DepositBank[], accountNo: string): SenderIn =>
  banks.find((bank) => bank.enabled && bank.bankAccountNo === accountNo)?.senderIn ?? 'subfields';
