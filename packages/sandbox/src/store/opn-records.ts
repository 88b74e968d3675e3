/** Records of the emulated Opn. Amounts are satang, as in its API. */
import type { Minor } from '@krapao/contract/money';

export type Metadata = Readonly<Record<string, unknown>>;

/** A way to pay that was made before its charge. */
export interface OpnSourceRecord {
  readonly id: string;
  readonly amountMinor: Minor;
  readonly createdAt: number;
}

export type OpnChargeStatus = 'pending' | 'successful' | 'failed' | 'expired';

export interface OpnChargeRecord {
  readonly id: string;
  readonly sourceId: string;
  readonly documentId: string;
  /** Sixteen hex digits in the address of the QR's picture, which is open to everybody who has them. */
  readonly downloadKey: string;
  readonly status: OpnChargeStatus;
  readonly amountMinor: Minor;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly returnUri: string | null;
  readonly failureCode: string | null;
  readonly transactionId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly paidAt: number | null;
  readonly expiredAt: number | null;
}

/** A bank account that transfers go to. */
export interface OpnRecipientRecord {
  readonly id: string;
  readonly name: string;
  readonly type: 'individual' | 'corporation';
  readonly email: string | null;
  readonly description: string | null;
  readonly taxId: string | null;
  readonly metadata: Metadata;
  readonly bankCode: string;
  readonly accountNo: string;
  readonly accountName: string;
  /** Whether Opn has checked the account. Only then can it receive a transfer. */
  readonly active: boolean;
  readonly createdAt: number;
}

export interface OpnTransferRecord {
  readonly id: string;
  readonly recipientId: string;
  readonly amountMinor: Minor;
  readonly feeMinor: Minor;
  readonly feeVatMinor: Minor;
  readonly sentAt: number | null;
  readonly paidAt: number | null;
  readonly failureCode: string | null;
  readonly failFast: boolean;
  readonly metadata: Metadata;
  /** The operator's key of the request; null where it gave none. */
  readonly idempKey: string | null;
  readonly createdAt: number;
}
