/**
 * PayoneX: its customers, and the deposits and payouts that are made for them. A deposit is also a QR order of
 * the sandbox, a payout also one of its payouts, so that the control calls and the page drive both.
 */
import { minor, ZERO, type Minor } from '@krapao/contract/money';
import { randomInt, randomUUID } from 'node:crypto';
import { bankInfo, BANKS } from '../bank/banks.ts';
import { payoutChange } from '../bank/payouts.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Faults } from '../faults/faults.ts';
import { orderChange } from '../gateway/orders.ts';
import { billPaymentPayload } from '../gateway/promptpay.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import type { Webhooks } from '../services/webhooks.ts';
import type {
  PayonexCustomerRecord,
  PayonexStatus,
  PayonexTransactionRecord,
} from '../store/payonex-records.ts';
import type { OrderRecord, PaymentRecord, PayoutRecord } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';
import { ok, settleAmountOf, transactionView } from './views.ts';

/** Code of the gateway in the control calls and in the second reference of its QR. */
const PROVIDER = 'PAYONEX';
/** The facts name no expiry of a QR: the sandbox's orders need one. */
const QR_LIFE_MS = 900_000;
/** One percent of a deposit. */
const DEPOSIT_FEE_SHARE = 100n;
const PAYOUT_FEE = minor(1_000n);
/** The operator's balance before the first transaction: a million baht. */
const OPENING_BALANCE = minor(100_000_000n);

export type NewCustomer = Omit<PayonexCustomerRecord, 'customerUuid'>;

export interface NewTransaction {
  readonly customer: PayonexCustomerRecord;
  readonly amount: Minor;
  readonly referenceId: string | null;
}

/** States that the control calls of orders and payouts cannot bring about. */
export type ForcedStatus = Exclude<PayonexStatus, 'SUCCESS'>;

/** Returns the sandbox's code of a bank, by that code or by its three digits; null for an unknown one. */
export const bankOf = (text: string): string | null =>
  (bankInfo(text.toUpperCase()) ?? BANKS.find(({ number }) => number === text))?.code ?? null;

export class Payonex {
  readonly #store: Store;
  readonly #webhooks: Webhooks;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;
  readonly #faults: Faults;

  constructor(parts: {
    readonly store: Store;
    readonly faults: Faults;
    readonly webhooks: Webhooks;
    readonly callbacks: Callbacks;
    readonly now: () => number;
  }) {
    this.#store = parts.store;
    this.#webhooks = parts.webhooks;
    this.#callbacks = parts.callbacks;
    this.#now = parts.now;
    this.#faults = parts.faults;
  }

  /** Adds a customer; the same account given again is another customer. */
  addCustomer(customer: NewCustomer): PayonexCustomerRecord {
    return this.#keep({ ...customer, customerUuid: randomUUID() });
  }

  /** Changes a customer. Transactions keep the account that they were requested with. */
  changeCustomer(customer: PayonexCustomerRecord, change: Partial<NewCustomer>): PayonexCustomerRecord {
    return this.#keep({ ...customer, ...change });
  }

  customer(customerUuid: string): PayonexCustomerRecord | undefined {
    return this.#store.get('payonexCustomers', customerUuid);
  }

  /** Returns a customer's name by the account; undefined when nobody here has that account. */
  nameOf(bankCode: string, accountNo: string): string | undefined {
    return this.#store
      .list('payonexCustomers')
      .find((one) => bankOf(one.bankCode) === bankOf(bankCode) && one.accountNo === accountNo)?.name;
  }

  /** Whether a transaction has this reference already. */
  isUsed(referenceId: string): boolean {
    return this.list().some((transaction) => transaction.referenceId === referenceId);
  }

  /** Opens a deposit. The same reference given again is another deposit. */
  deposit(request: NewTransaction): OrderRecord {
    const transaction = this.#fresh('deposit', request);
    const { uuid, referenceId, amountMinor, createdAt } = transaction;
    const order: OrderRecord = {
      orderId: uuid,
      provider: PROVIDER,
      reference: referenceId ?? uuid,
      amountMinor,
      currency: 'BAHT',
      payload: billPaymentPayload(amountMinor, String(randomInt(1e12, 1e13)), PROVIDER),
      callbackUrl: '',
      createdAt,
      expiresAt: createdAt + QR_LIFE_MS,
      cancelledAt: null,
      paymentIds: [],
      service: 'payonex',
    };
    this.#store.commit([transactionChange(transaction), orderChange(order)]);
    return order;
  }

  /**
   * Accepts a payout to the customer's account. The same reference given again is another payout.
   * @returns null when the balance is too small
   */
  withdraw(request: NewTransaction): PayonexTransactionRecord | null {
    const transaction = this.#fresh('withdraw', request);
    if (settleAmountOf(transaction) > this.balance().settleMinor) return null;
    const { uuid, referenceId, amountMinor, createdAt, bankCode, accountNo } = transaction;
    const payout: PayoutRecord = {
      payoutId: uuid,
      reference: referenceId ?? uuid,
      amountMinor,
      toBankCode: bankOf(bankCode) ?? bankCode,
      toAccountNo: accountNo,
      toAccountName: request.customer.name,
      callbackUrl: '',
      createdAt,
      state: 'accepted',
      service: 'payonex',
    };
    this.#store.commit([transactionChange(transaction), payoutChange(payout)]);
    return transaction;
  }

  find(uuid: string): PayonexTransactionRecord | undefined {
    return this.#store.get('payonexTransactions', uuid);
  }

  /** Returns all transactions, newest first. */
  list(): PayonexTransactionRecord[] {
    return this.#store.list('payonexTransactions').reverse();
  }

  /** The operator's whole balance, and the part that is not kept for payouts on their way. */
  balance(): { balanceMinor: Minor; settleMinor: Minor } {
    let [balance, kept]: [bigint, bigint] = [OPENING_BALANCE, ZERO];
    for (const transaction of this.list()) {
      const amount = settleAmountOf(transaction);
      const { type, status } = transaction;
      if (type === 'deposit') balance += status === 'SUCCESS' ? amount : ZERO;
      else if (status === 'SUCCESS') balance -= amount;
      else if (status === 'PROCESSING' || status === 'ON_HOLD') kept += amount;
    }
    return { balanceMinor: minor(balance), settleMinor: minor(balance - kept) };
  }

  /**
   * Takes a payment of a deposit's QR, also late or with another amount.
   * @throws HttpError 409 `already_paid`: a QR is paid once
   */
  readonly takePayment = (order: OrderRecord, payment: PaymentRecord): Change[] => {
    const transaction = this.#get(order.orderId);
    if (transaction.status === 'SUCCESS' || transaction.status === 'REFUNDED') {
      throw new HttpError(409, 'already_paid', 'PayoneX takes one payment for a QR');
    }
    const { amountMinor } = payment;
    return this.#tell({ ...transaction, amountMinor, feeMinor: depositFee(amountMinor), status: 'SUCCESS' });
  };

  /** Takes the end of a payout. */
  readonly takePayout = ({ payoutId, state }: PayoutRecord): Change[] =>
    this.#tell({ ...this.#get(payoutId), status: state === 'done' ? 'SUCCESS' : 'REJECTED' });

  /** Gives a transaction a state, and tells the operator of it. @throws HttpError 404 */
  force(uuid: string, status: ForcedStatus): PayonexTransactionRecord {
    const transaction = { ...this.#get(uuid), status };
    const [payout] = this.#store.newest('payouts', 1, ({ payoutId }) => payoutId === uuid);
    const hasEnded = status === 'REJECTED' || status === 'REFUNDED';
    const changes = [
      ...(payout && hasEnded ? [payoutChange({ ...payout, state: 'refused' })] : []),
      ...this.#tell(transaction),
    ];
    this.#store.commit(changes);
    this.#callbacks.wake(changes);
    return transaction;
  }

  #keep(customer: PayonexCustomerRecord): PayonexCustomerRecord {
    this.#store.commit([{ table: 'payonexCustomers', key: customer.customerUuid, value: customer }]);
    return customer;
  }

  #get(uuid: string): PayonexTransactionRecord {
    const transaction = this.find(uuid);
    if (!transaction) throw notFound('PayoneX has no transaction with this id');
    return transaction;
  }

  #fresh(
    type: PayonexTransactionRecord['type'],
    { customer, amount, referenceId }: NewTransaction,
  ): PayonexTransactionRecord {
    const { customerUuid, bankCode, accountNo } = customer;
    const now = this.#now();
    return {
      uuid: randomUUID(),
      type,
      status: 'PROCESSING',
      amountMinor: amount,
      feeMinor: type === 'deposit' ? depositFee(amount) : PAYOUT_FEE,
      referenceId,
      customerUuid,
      bankCode,
      accountNo,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Returns the changes that keep a transaction's state and tell of it, where the operator gave an address. */
  #tell(changed: PayonexTransactionRecord): Change[] {
    const transaction = { ...changed, updatedAt: this.#now() };
    const webhook = this.#webhooks.get('payonex');
    const kept = transactionChange(transaction);
    if (!webhook) return [kept];
    const port = portOf(transaction);
    const body = ok(transactionView(transaction, this.#faults.planAlternate(port)));
    return [kept, ...this.#callbacks.prepareSigned({ port, url: webhook.url, body, signedBy: 'none' })];
  }
}

const portOf = ({ type }: PayonexTransactionRecord) =>
  type === 'deposit' ? 'gateway:payonex' : 'bank:payonex';

const depositFee = (amount: Minor): Minor => minor(amount / DEPOSIT_FEE_SHARE);

const transactionChange = (transaction: PayonexTransactionRecord): Change => ({
  table: 'payonexTransactions',
  key: transaction.uuid,
  value: transaction,
});
