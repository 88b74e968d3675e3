/** The emulated services of QR payments and payouts, and their tables. */
import type { PayonexCustomerRecord, PayonexTransactionRecord } from './payonex-records.ts';
import type { ScbPaymentRecord, ScbQrRecord } from './scb-records.ts';

export type PaymentService = 'payonex' | 'scb';

export interface PaymentServiceTables {
  payonexCustomers: PayonexCustomerRecord;
  payonexTransactions: PayonexTransactionRecord;
  scbQrs: ScbQrRecord;
  scbPayments: ScbPaymentRecord;
}

export const PAYMENT_SERVICE_TABLES: readonly (keyof PaymentServiceTables)[] = [
  'payonexCustomers',
  'payonexTransactions',
  'scbQrs',
  'scbPayments',
];
