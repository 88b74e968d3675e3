/**
 * The shapes of Opn's objects: the fields of its official client (A), with amounts in satang. What a test account of
 * 2022 showed (C): the QR is a document `qrcode_test.svg`, and its address has three ids.
 */
import type { Minor } from '@krapao/contract/money';
import { maskAllButLast } from '../bank/masks.ts';
import type { OpnChargeRecord, OpnRecipientRecord, OpnTransferRecord } from '../store/opn-records.ts';
import { feesOf } from './fees.ts';
import { isoOf, isoOrNull } from './fields.ts';
import { bankName } from './banks.ts';

const FAILURES: Readonly<Record<string, string>> = {
  payment_expired: 'Payment expired.',
  payment_cancelled: 'Payment cancelled.',
  failed_processing: 'Payment processing failed.',
  insufficient_balance: 'Insufficient balance.',
  invalid_recipient: 'Invalid recipient.',
  transfer_failed: 'Transfer failed.',
};

const messageOf = (code: string | null): string | null => (code === null ? null : (FAILURES[code] ?? code));

const amountOf = (amount: Minor): number => Number(amount);

/** Returns the path of a QR's picture. */
export const picturePath = ({ id, documentId, downloadKey }: OpnChargeRecord): string =>
  `/opn/charges/${id}/documents/${documentId}/downloads/${downloadKey}`;

export interface ShownSource {
  readonly id: string;
  readonly amountMinor: Minor;
  readonly createdAt: number;
}

/** Returns a source; one of a charge has the QR. */
export const sourceView = (
  source: ShownSource,
  of: { charge: OpnChargeRecord; sandboxUrl: string } | null = null,
) => ({
  object: 'source',
  id: source.id,
  livemode: false,
  location: `/sources/${source.id}`,
  type: 'promptpay',
  flow: 'offline',
  amount: amountOf(source.amountMinor),
  currency: 'THB',
  charge_status: of?.charge.status ?? 'unknown',
  created_at: isoOf(source.createdAt),
  references: null,
  scannable_code: of && {
    object: 'barcode',
    type: 'qr',
    image: {
      object: 'document',
      livemode: false,
      id: of.charge.documentId,
      deleted: false,
      filename: 'qrcode_test.svg',
      location: `/charges/${of.charge.id}/documents/${of.charge.documentId}`,
      kind: 'qr',
      download_uri: of.sandboxUrl + picturePath(of.charge),
      created_at: isoOf(of.charge.createdAt),
    },
  },
});

/** @param sandboxUrl address of the sandbox for people, before the picture's path. */
export function chargeView(charge: OpnChargeRecord, sandboxUrl: string) {
  const { id, status, amountMinor, createdAt } = charge;
  const { fee, vat } = feesOf(amountMinor);
  const isPaid = status === 'successful';
  return {
    object: 'charge',
    id,
    livemode: false,
    location: `/charges/${id}`,
    amount: amountOf(amountMinor),
    net: amountOf(amountMinor) - amountOf(fee) - amountOf(vat),
    fee: amountOf(fee),
    fee_vat: amountOf(vat),
    interest: 0,
    interest_vat: 0,
    funding_amount: amountOf(amountMinor),
    funding_currency: 'THB',
    refunded_amount: 0,
    currency: 'THB',
    status,
    paid: isPaid,
    paid_at: isoOrNull(charge.paidAt),
    authorized: isPaid,
    authorize_uri: null,
    capture: true,
    capturable: false,
    disputable: false,
    refundable: isPaid,
    reversed: false,
    reversible: false,
    voided: false,
    expired: status === 'expired',
    expires_at: isoOf(charge.expiresAt),
    expired_at: isoOrNull(charge.expiredAt),
    transaction: charge.transactionId,
    failure_code: charge.failureCode,
    failure_message: messageOf(charge.failureCode),
    return_uri: charge.returnUri,
    description: charge.description,
    metadata: charge.metadata,
    card: null,
    customer: null,
    dispute: null,
    ip: null,
    link: null,
    schedule: null,
    source: sourceView({ id: charge.sourceId, amountMinor, createdAt }, { charge, sandboxUrl }),
    created_at: isoOf(createdAt),
  };
}

const accountView = (recipient: OpnRecipientRecord) => ({
  object: 'bank_account',
  livemode: false,
  brand: recipient.bankCode,
  bank_code: recipient.bankCode,
  bank_name: bankName(recipient.bankCode),
  account_number: maskAllButLast(recipient.accountNo),
  last_digits: recipient.accountNo.slice(-4),
  name: recipient.accountName,
  created_at: isoOf(recipient.createdAt),
});

export const recipientView = (recipient: OpnRecipientRecord) => ({
  object: 'recipient',
  id: recipient.id,
  livemode: false,
  location: `/recipients/${recipient.id}`,
  name: recipient.name,
  email: recipient.email,
  description: recipient.description,
  type: recipient.type,
  tax_id: recipient.taxId,
  default: false,
  deleted: false,
  verified: recipient.active,
  verified_at: recipient.active ? isoOf(recipient.createdAt) : null,
  active: recipient.active,
  activated_at: recipient.active ? isoOf(recipient.createdAt) : null,
  failure_code: null,
  bank_account: accountView(recipient),
  schedule: null,
  metadata: recipient.metadata,
  created_at: isoOf(recipient.createdAt),
});

/** @param recipient left out where it is not known any more. */
export function transferView(transfer: OpnTransferRecord, recipient: OpnRecipientRecord | undefined) {
  const [amount, fee, vat] = [transfer.amountMinor, transfer.feeMinor, transfer.feeVatMinor].map(Number);
  const total = (fee ?? 0) + (vat ?? 0);
  return {
    object: 'transfer',
    id: transfer.id,
    livemode: false,
    location: `/transfers/${transfer.id}`,
    recipient: transfer.recipientId,
    bank_account: recipient ? accountView(recipient) : null,
    amount,
    currency: 'THB',
    fee,
    fee_vat: vat,
    total_fee: total,
    net: (amount ?? 0) - total,
    sendable: transfer.sentAt === null && transfer.failureCode === null,
    sent: transfer.sentAt !== null,
    sent_at: isoOrNull(transfer.sentAt),
    paid: transfer.paidAt !== null,
    paid_at: isoOrNull(transfer.paidAt),
    deleted: false,
    fail_fast: transfer.failFast,
    failure_code: transfer.failureCode,
    failure_message: messageOf(transfer.failureCode),
    schedule: null,
    transaction: null,
    transactions: [],
    metadata: transfer.metadata,
    created_at: isoOf(transfer.createdAt),
  };
}
