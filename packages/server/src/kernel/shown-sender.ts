import { compareHolderNames } from './holder-names.ts';

/** The visible part of a bank transfer's sender: hidden digits are `x`. */
export interface ShownSender {
  bankCode: string;
  accountNo: string;
  name: string;
}

/** Returns whether two banks' views of a sender can be the same sender. A view may lack the bank. */
export const mayBeOneSender = (one: ShownSender, other: ShownSender): boolean =>
  (one.bankCode === other.bankCode || one.bankCode === '' || other.bankCode === '') &&
  !digitsContradict(one.accountNo, other.accountNo) &&
  // Either name may be the cut one.
  (compareHolderNames(one.name, other.name) !== 'different' ||
    compareHolderNames(other.name, one.name) !== 'different');

const digitsContradict = (one: string, other: string): boolean =>
  one.length === other.length &&
  Array.from(one).some((digit, place) => digit !== 'x' && other[place] !== 'x' && digit !== other[place]);
