import type { Minor } from '@krapao/contract/money';
import type { Outcome } from './outcome.ts';
import type { CheckedService } from './service-check.ts';

/** The sending bank's record of a transfer. Names and account numbers are masked: hidden digits are `x`. */
export interface LookedUpTransfer {
  amount: Minor;
  at: Date;
  fromBankCode: string;
  fromAccountNo: string;
  fromName: string;
  toBankCode: string;
  toAccountNo: string;
  toName: string;
}

/** `delayed`: the bank cannot tell yet. `quota`: the look-up service's quota is used up for now. */
export type SlipAnswer =
  | { status: 'found'; transfer: LookedUpTransfer }
  | { status: 'not_found' }
  | { status: 'delayed'; retryAfterMs: number }
  | { status: 'quota' };

/** Looks up the transfer behind a slip. */
export interface SlipLookup extends CheckedService {
  /** @param slip the sending bank's three-digit number and its reference, as in the slip's QR code */
  lookUp(slip: { sendingBank: string; reference: string }): Promise<Outcome<SlipAnswer>>;
}
