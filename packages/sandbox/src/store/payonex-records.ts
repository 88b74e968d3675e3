/** Records of the emulated PayoneX. */
import type { Minor } from '@krapao/contract/money';

/** A person at PayoneX, with the account that deposits come from and payouts go to. */
export interface PayonexCustomerRecord {
  readonly customerUuid: string;
  readonly name: string;
  /** As the operator wrote it. */
  readonly bankCode: string;
  readonly accountNo: string;
}

export type PayonexStatus = 'PROCESSING' | 'SUCCESS' | 'ON_HOLD' | 'REJECTED' | 'REFUNDED';

/** A deposit or a payout at PayoneX, with the customer's account as it was at the request. */
export interface PayonexTransactionRecord {
  readonly uuid: string;
  readonly type: 'deposit' | 'withdraw';
  readonly status: PayonexStatus;
  readonly amountMinor: Minor;
  readonly feeMinor: Minor;
  readonly referenceId: string | null;
  readonly customerUuid: string;
  readonly bankCode: string;
  readonly accountNo: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}
