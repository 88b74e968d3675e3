/** The emulated services of QR payments and payouts, and their tables. */
import type {
  OpnChargeRecord,
  OpnRecipientRecord,
  OpnSourceRecord,
  OpnTransferRecord,
} from './opn-records.ts';
import type { PayonexCustomerRecord, PayonexTransactionRecord } from './payonex-records.ts';
import type { ScbPaymentRecord, ScbQrRecord } from './scb-records.ts';
import type { StripeIntentRecord, StripeReplayRecord } from './stripe-records.ts';

export type PaymentService = 'payonex' | 'scb' | 'opn' | 'stripe';

/** Those that pay out too. */
export type PayoutService = 'payonex' | 'opn';

export interface PaymentServiceTables {
  payonexCustomers: PayonexCustomerRecord;
  payonexTransactions: PayonexTransactionRecord;
  scbQrs: ScbQrRecord;
  scbPayments: ScbPaymentRecord;
  opnSources: OpnSourceRecord;
  opnCharges: OpnChargeRecord;
  opnRecipients: OpnRecipientRecord;
  opnTransfers: OpnTransferRecord;
  stripeIntents: StripeIntentRecord;
  stripeReplays: StripeReplayRecord;
}

export const PAYMENT_SERVICE_TABLES: readonly (keyof PaymentServiceTables)[] = [
  'payonexCustomers',
  'payonexTransactions',
  'scbQrs',
  'scbPayments',
  'opnSources',
  'opnCharges',
  'opnRecipients',
  'opnTransfers',
  'stripeIntents',
  'stripeReplays',
];
