import { compareHolderNames } from './holder-names.ts';

/** The sender of a bank transfer, as far as the bank shows them: hidden digits are `x`. */
export interface ShownSender {
  bankCode: string;
  accountNo: string;
  name: string;
}

/** Whether nothing that two banks show of a sender contradicts that it is one. */
export const mayBeOneSender = (one: ShownSender, other: ShownSender): boolean =>
  one.bankCode === other.bankCode &&
  !digitsContradict(one.accountNo, other.accountNo) &&
  // Either may be the one that is cut.
  (compareHolderNames(one.name, other.name) !== 'different' ||
    compareHolderNames(other.name, one.name) !== 'different');

const digitsContradict = (one: string, other: string): boolean =>
  one.length === other.length &&
  Array.from(one).some((digit, place) => digit !== 'x' && other[place] !== 'x' && digit !== other[place]);
