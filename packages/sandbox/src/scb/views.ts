/**
 * The shapes of SCB's answers and of its callback. Names and types of the fields are documented (A). The
 * documentation has amounts as text; in a callback of its sandbox one was a number (C), the other shape here.
 */
import { toDecimal, toWire } from '@krapao/contract/money';
import { bankInfo } from '../bank/banks.ts';
import { maskName } from '../bank/masks.ts';
import { accountHolder } from '../bank/operator.ts';
import { bangkokDate, bangkokIso } from '../http/bangkok-time.ts';
import { SCB } from '../services/credentials.ts';
import { accountOf, numberOf } from '../slip/slip-of.ts';
import type { BankTransferRecord } from '../store/records.ts';
import type { ScbPaymentRecord } from '../store/scb-records.ts';

const SCB_NUMBER = bankInfo('SCB')?.number ?? '';
const BAHT_ISO_NUMBER = '764';
/** Paid in a mobile banking app. */
const CHANNEL = 'PMH';
const EVENT_CODE = '00300100';

export const ok = (data: unknown) => ({ status: { code: 1000, description: 'Success' }, data });

/** What inquiry and callback tell alike. */
const partiesOf = ({ billerId, payer }: ScbPaymentRecord) => ({
  payeeProxyId: billerId,
  payeeProxyType: 'BILLERID',
  payeeAccountNumber: SCB.accountNo,
  payeeName: accountHolder(SCB.accountNo).name,
  payerProxyId: payer.accountNo,
  payerProxyType: 'ACCOUNT',
  payerAccountNumber: payer.accountNo,
  payerName: payer.name,
  sendingBankCode: numberOf(payer.bankCode),
  receivingBankCode: SCB_NUMBER,
});

const withMilliseconds = (atMs: number): string =>
  bangkokIso(atMs).replace('+', `.${String(atMs % 1000).padStart(3, '0')}+`);

/** Returns one paid bill of an inquiry. */
export const inquiryView = (payment: ScbPaymentRecord) => ({
  eventCode: EVENT_CODE,
  transactionType: 'Domestic Transfers',
  reverseFlag: payment.reversed ? 'R' : '',
  ...partiesOf(payment),
  amount: toDecimal(payment.amountMinor),
  transactionId: payment.transactionId,
  fastEasySlipNumber: '',
  transactionDateandTime: withMilliseconds(payment.paidAt),
  billPaymentRef1: payment.ref1,
  billPaymentRef2: payment.ref2,
  billPaymentRef3: payment.ref3,
  currencyCode: BAHT_ISO_NUMBER,
  equivalentAmount: '',
  equivalentCurrencyCode: '',
  exchangeRate: '',
  channelCode: CHANNEL,
  partnerTransactionId: '',
  tepaCode: '',
});

/** @param alternate with the amount as a number, and without what the observed callback lacked. */
export const callbackView = (payment: ScbPaymentRecord, alternate: boolean) => ({
  ...partiesOf(payment),
  amount: alternate ? toWire(payment.amountMinor) : toDecimal(payment.amountMinor),
  transactionId: payment.transactionId,
  transactionDateandTime: bangkokIso(payment.paidAt),
  billPaymentRef1: payment.ref1,
  ...(payment.ref2 !== '' && !alternate && { billPaymentRef2: payment.ref2 }),
  billPaymentRef3: payment.ref3,
  currencyCode: BAHT_ISO_NUMBER,
  ...(!alternate && { channelCode: CHANNEL, transactionType: 'Domestic Transfer' }),
});

const partyOf = (name: string, accountNo: string, proxy: string | null = null) => ({
  displayName: maskName(name),
  name: maskName(name),
  proxy: { type: proxy === null ? null : 'BILLERID', value: proxy },
  account: { type: 'BANKAC', value: accountOf(accountNo) },
});

const slipView = (transRef: string, atMs: number, amount: string) => {
  const { year, month, day } = bangkokDate(atMs);
  return {
    transRef,
    transDate: `${year}${month}${day}`,
    transTime: bangkokIso(atMs).slice(11, 19),
    amount,
    paidLocalAmount: amount,
    paidLocalCurrency: BAHT_ISO_NUMBER,
    countryCode: 'TH',
  };
};

/** Returns the slip of a paid bill. */
export const billSlip = (payment: ScbPaymentRecord) => ({
  ...slipView(payment.transactionId, payment.paidAt, toDecimal(payment.amountMinor)),
  sendingBank: numberOf(payment.payer.bankCode),
  receivingBank: SCB_NUMBER,
  sender: partyOf(payment.payer.name, payment.payer.accountNo),
  receiver: partyOf(accountHolder(SCB.accountNo).name, SCB.accountNo, payment.billerId),
  ref1: payment.ref1,
  ref2: payment.ref2,
  ref3: payment.ref3,
});

/** Returns the slip of a transfer between bank accounts. */
export const transferSlip = (transfer: BankTransferRecord) => ({
  ...slipView(transfer.reference, transfer.at, toDecimal(transfer.amountMinor)),
  sendingBank: numberOf(transfer.fromBankCode),
  receivingBank: numberOf(transfer.toBankCode),
  sender: partyOf(transfer.fromName, transfer.fromAccountNo),
  receiver: partyOf(transfer.toName, transfer.toAccountNo),
  ref1: '',
  ref2: '',
  ref3: '',
});
