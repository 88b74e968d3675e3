import type { Minor } from '@krapao/contract/money';
import type { Outcome } from './outcome.ts';

/** What the sending bank knows of a transfer. Names and account numbers come masked: hidden digits are `x`. */
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

/** `delayed`: the bank cannot say yet. `quota`: the look-up service takes no more questions for now. */
export type SlipAnswer =
  | { status: 'found'; transfer: LookedUpTransfer }
  | { status: 'not_found' }
  | { status: 'delayed'; retryAfterMs: number }
  | { status: 'quota' };

/** Looks up the transfer behind a slip. */
export interface SlipLookup {
  /** @param slip the three-digit number of the sending bank, and its reference, as the slip's QR has them */
  lookUp(slip: { sendingBank: string; reference: string }): Promise<Outcome<SlipAnswer>>;
}
