/** Records of the emulated SCB. */
import type { Minor } from '@krapao/contract/money';

/** The person who pays, as far as a control call tells. */
export interface PayerRecord {
  readonly name: string;
  readonly bankCode: string;
  readonly accountNo: string;
}

/** A bill-payment QR, under the id of its order. */
export interface ScbQrRecord {
  readonly orderId: string;
  readonly billerId: string;
  readonly ref1: string;
  /** Empty where the QR has none, as are the others. */
  readonly ref2: string;
  readonly ref3: string;
}

/** A paid bill. One QR can be paid many times. */
export interface ScbPaymentRecord extends ScbQrRecord {
  /** The bank's own id, also the reference of the payer's slip. */
  readonly transactionId: string;
  readonly amountMinor: Minor;
  readonly payer: PayerRecord;
  readonly paidAt: number;
  /** Given back to the payer. */
  readonly reversed: boolean;
}
