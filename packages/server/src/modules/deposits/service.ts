import type { qrRecord } from '@krapao/contract/deposits';
import type { QrProvider } from '@krapao/contract/limits';
import { QR_MINIMUM } from '@krapao/contract/limits';
import { minor, MINOR_PER_MAJOR, toDecimal, toWire, type Currency, type Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { qrMaximumOf } from '../../content/qr-maximum.ts';
import type { DepositBank } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import type { GatewayPayment, IncomingCallback, PaymentGateway } from '../../ports/payment-gateway.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import type { EwalletCallbacks } from './ewallet-callbacks.ts';
import { asksFor, qrSvg } from './qr-image.ts';
import { PutAsideError } from '../incoming-payments/service.ts';
import type { KeptForm, RejectedEntries } from '../rejected-entries/service.ts';
import type { GatewayPayments } from './gateway-payments.ts';
import {
  cancelOrder,
  cancelOrders,
  failOrder,
  findLiveOrder,
  publishOrder,
  replaceOrder,
  type QrOrder,
} from './repo.ts';

type QrRecord = z.input<typeof qrRecord>;

const QR_LIFETIME_MS = 15 * 60_000;

const NO_QR: QrRecord = { qrcodeId: '', hasQrcode: false, qrcode: '', amount: 0, expireIn: 0 };

/** Deposits by payment QR. Credits the amounts that the gateway reports, once per payment. */
export class DepositService {
  readonly #database: Database;
  readonly #payments: GatewayPayments;
  readonly #content: ContentStore;
  readonly #gateways: ReadonlyMap<string, PaymentGateway>;
  readonly #clock: Clock;
  readonly #rejected: Pick<RejectedEntries, 'add'>;
  readonly #logger: Logger;
  readonly #ewallet: EwalletCallbacks;
  readonly #callbackUrl: (provider: string) => string;

  constructor(parts: {
    database: Database;
    payments: GatewayPayments;
    content: ContentStore;
    gateways: ReadonlyMap<string, PaymentGateway>;
    clock: Clock;
    /** Stores callbacks and payments that cannot be booked. */
    rejected: Pick<RejectedEntries, 'add'>;
    logger: Logger;
    ewallet: EwalletCallbacks;
    /** Returns the URL to which a gateway reports payments. */
    callbackUrl: (provider: string) => string;
  }) {
    this.#database = parts.database;
    this.#payments = parts.payments;
    this.#content = parts.content;
    this.#gateways = parts.gateways;
    this.#clock = parts.clock;
    this.#rejected = parts.rejected;
    this.#logger = parts.logger;
    this.#ewallet = parts.ewallet;
    this.#callbackUrl = parts.callbackUrl;
  }

  /** Returns the member's live QR at a provider, or the record without a QR. */
  async current(member: Member, provider: QrProvider): Promise<QrRecord> {
    const order = await findLiveOrder(this.#database.queries, member.id, provider, this.#clock.now());
    return order ? present(order) : NO_QR;
  }

  /**
   * Creates a QR. It replaces the member's earlier one at any provider.
   * @returns the record; without a QR its message is QR_FAIL
   * @throws AppError KEY_INVALID below the provider's minimum, QR_MAXIMUM above the account's maximum per
   *   payment, LIMIT_DEPOSIT above what the member's limits leave
   */
  async create(member: Member, provider: QrProvider, amount: Minor): Promise<QrRecord> {
    if (amount < minor(BigInt(QR_MINIMUM[provider]) * MINOR_PER_MAJOR)) throw new AppError('KEY_INVALID');
    const account = await this.#offered(provider, member.currency);
    const gateway = this.#gateways.get(provider);
    if (!account || !gateway) return { ...NO_QR, message: 'QR_FAIL' };
    if (amount > qrMaximumOf(account)) throw new AppError('QR_MAXIMUM');

    const expiresAt = new Date(this.#clock.now().getTime() + QR_LIFETIME_MS);
    const order = { id: newId(), provider, amount, expiresAt };
    const replaced = await replaceOrder(this.#database, member.id, order);
    const created = await gateway.createOrder({
      reference: order.id,
      amount,
      currency: member.currency,
      expiresAt,
      callbackUrl: this.#callbackUrl(provider),
      payer: {
        name: member.bankAccountName,
        bankCode: member.bankCode,
        accountNo: member.bankAccountNo,
      },
    });
    for (const old of replaced) await this.#cancelAtGateway(old.id, old.provider);

    const payload = created.outcome === 'done' ? created.value : '';
    if (!asksFor(payload, amount)) {
      this.#logger.warn({ provider, orderId: order.id, created }, 'no usable QR from the gateway');
      await failOrder(this.#database.queries, order.id);
      await this.#cancelAtGateway(order.id, provider);
      return { ...NO_QR, message: 'QR_FAIL' };
    }
    if (await publishOrder(this.#database.queries, order.id, payload)) return present({ ...order, payload });
    // A later order replaced this one. Its cancel may have reached the gateway before this order did.
    await this.#cancelAtGateway(order.id, provider);
    return { ...NO_QR, message: 'QR_FAIL' };
  }

  /** Cancels the member's own QR. An ended QR or another member's is ignored without an error. */
  async cancel(member: Member, qrcodeId: string): Promise<void> {
    if (!isUuid(qrcodeId)) return;
    const provider = await cancelOrder(this.#database.queries, member.id, qrcodeId);
    if (provider) await this.#cancelAtGateway(qrcodeId, provider);
  }

  /**
   * Cancels all open QRs of a member in the caller's transaction, which runs in the member's `qrTurn`.
   * @returns what cancels them at their gateways, after the commit
   */
  async cancelAllIn(tx: Tx, memberId: string): Promise<() => Promise<void>> {
    const cancelled = await cancelOrders(tx, memberId);
    return async () => {
      for (const { id, provider } of cancelled) await this.#cancelAtGateway(id, provider);
    };
  }

  /**
   * Handles a gateway's payment callback. Safe to repeat.
   * @returns false when the callback is not authentic or the gateway is unknown
   * @throws AppError SERVICE_UNAVAILABLE when the gateway was asked about it and did not tell
   */
  async takeCallback(provider: string, callback: IncomingCallback): Promise<boolean> {
    const payment = await this.#gateways.get(provider)?.readCallback(callback);
    if (!payment) return false;
    if (payment === 'unconfirmed') throw new AppError('SERVICE_UNAVAILABLE');
    if (payment === 'nothing') return true;
    if ('reason' in payment) await this.#putAside(provider, 'callback', payment);
    else await this.credit(provider, payment);
    return true;
  }

  /** Returns the answer that a gateway wants to a callback that was taken in; undefined for the usual one. */
  acknowledge(provider: string, callback: IncomingCallback): object | undefined {
    return this.#gateways.get(provider)?.acknowledge?.(callback);
  }

  /**
   * Handles a digital wallet's callback. Safe to repeat.
   * @returns false when the callback is not authentic, or no wallet reports by callbacks
   */
  takeEwalletCallback(callback: IncomingCallback): Promise<boolean> {
    return this.#ewallet.takeCallback(callback);
  }

  /**
   * Credits the paid amount, even if it differs from the order or is late. Safe to repeat. A payment already
   * booked with another amount or another payee is set aside.
   */
  async credit(provider: string, payment: GatewayPayment): Promise<void> {
    try {
      await this.#payments.take(provider, payment);
    } catch (error) {
      const reason = contradictionOf(error);
      if (reason === undefined) throw error;
      const { amount, paidAt, ...rest } = payment;
      const told = { ...rest, amount: toDecimal(amount), paidAt: paidAt.toISOString() };
      await this.#putAside(provider, 'listed', { reason, text: JSON.stringify(told) });
    }
  }

  async #putAside(provider: string, form: KeptForm, entry: RejectedEntry): Promise<void> {
    const added = await this.#rejected.add({ source: `gateway:${provider}`, form }, [entry]);
    if (added > 0)
      this.#logger.error({ provider, reason: entry.reason }, 'a payment of the gateway put aside');
  }

  /** Returns the operator's account for the provider's QR codes in the currency, if there is one. */
  async #offered(provider: QrProvider, currency: Currency): Promise<DepositBank | undefined> {
    const { banks } = (await this.#content.get()).depositAccounts;
    return banks.find(
      (bank) =>
        bank.enabled &&
        bank.bankCode === provider &&
        bank.currency === currency &&
        (bank.bankType === 'PAYMENT' || bank.mode !== 'AUTO'),
    );
  }

  async #cancelAtGateway(id: string, provider: string): Promise<void> {
    const cancelled = await this.#gateways.get(provider)?.cancelOrder(id);
    // The order expires at the gateway, and a late payment is credited anyway.
    if (cancelled?.outcome === 'unknown')
      this.#logger.warn({ id, provider }, 'gateway did not confirm a cancel');
  }
}

async function present(order: QrOrder): Promise<QrRecord> {
  return {
    qrcodeId: order.id,
    hasQrcode: true,
    qrcode: await qrSvg(order.payload),
    amount: toWire(order.amount),
    expireIn: order.expiresAt.getTime(),
  };
}

/** Returns how a payment differs from its booking; undefined for a failure to book it. */
function contradictionOf(error: unknown): string | undefined {
  if (error instanceof PutAsideError) return error.reason;
  return error instanceof AppError && error.code === 'KEY_INVALID'
    ? 'its reference is booked with another payee'
    : undefined;
}
