import type { qrRecord } from '@krapao/contract/deposits';
import type { QrProvider } from '@krapao/contract/limits';
import { QR_MINIMUM } from '@krapao/contract/limits';
import { minor, MINOR_PER_MAJOR, toWire, type Currency, type Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { ContentStore } from '../../content/store.ts';
import type { Member } from '../../http/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { derivedId, isUuid, newId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { GatewayPayment, IncomingCallback, PaymentGateway } from '../../ports/payment-gateway.ts';
import { asksFor, qrSvg } from './qr-image.ts';
import type { QrOrder, QrOrderRepo } from './repo.ts';

type QrRecord = z.input<typeof qrRecord>;

const QR_LIFETIME_MS = 15 * 60_000;

const NO_QR: QrRecord = { qrcodeId: '', hasQrcode: false, qrcode: '', amount: 0, expireIn: 0 };

/** Deposits by payment QR. Money is credited by what the gateway says arrived, once per payment. */
export class DepositService {
  readonly #orders: QrOrderRepo;
  readonly #ledger: Ledger;
  readonly #content: ContentStore;
  readonly #gateways: ReadonlyMap<string, PaymentGateway>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #callbackUrl: (provider: string) => string;

  constructor(parts: {
    orders: QrOrderRepo;
    ledger: Ledger;
    content: ContentStore;
    gateways: ReadonlyMap<string, PaymentGateway>;
    clock: Clock;
    logger: Logger;
    /** Where a gateway tells of payments. */
    callbackUrl: (provider: string) => string;
  }) {
    this.#orders = parts.orders;
    this.#ledger = parts.ledger;
    this.#content = parts.content;
    this.#gateways = parts.gateways;
    this.#clock = parts.clock;
    this.#logger = parts.logger;
    this.#callbackUrl = parts.callbackUrl;
  }

  /** The member's live QR at a provider, or the record that says there is none. */
  async current(member: Member, provider: QrProvider): Promise<QrRecord> {
    const order = await this.#orders.live(member.id, provider, this.#clock.now());
    return order ? present(order) : NO_QR;
  }

  /**
   * Creates a QR; the member's earlier one, at whichever provider, gives way.
   * @returns the record; without a QR it says QR_FAIL
   * @throws AppError KEY_INVALID below the provider's minimum
   */
  async create(member: Member, provider: QrProvider, amount: Minor): Promise<QrRecord> {
    if (amount < minor(BigInt(QR_MINIMUM[provider]) * MINOR_PER_MAJOR)) throw new AppError('KEY_INVALID');
    const gateway = await this.#offered(provider, member.currency);
    if (!gateway) return { ...NO_QR, message: 'QR_FAIL' };

    const expiresAt = new Date(this.#clock.now().getTime() + QR_LIFETIME_MS);
    const order = { id: newId(), provider, amount, expiresAt };
    const replaced = await this.#orders.replace(member.id, order);
    const created = await gateway.createOrder({
      reference: order.id,
      amount,
      expiresAt,
      callbackUrl: this.#callbackUrl(provider),
    });
    for (const old of replaced) await this.#cancelAtGateway(old.id, old.provider);

    const payload = created.outcome === 'done' ? created.value : '';
    if (!asksFor(payload, amount)) {
      this.#logger.warn({ provider, orderId: order.id, created }, 'no usable QR from the gateway');
      await this.#orders.fail(order.id);
      await this.#cancelAtGateway(order.id, provider);
      return { ...NO_QR, message: 'QR_FAIL' };
    }
    if (await this.#orders.open(order.id, payload)) return present({ ...order, payload });
    // Overtaken by a later one, whose cancel may have come to the gateway before this order did.
    await this.#cancelAtGateway(order.id, provider);
    return { ...NO_QR, message: 'QR_FAIL' };
  }

  /** Cancels the member's own QR. One that is gone, or somebody else's, changes nothing and is no error. */
  async cancel(member: Member, qrcodeId: string): Promise<void> {
    if (!isUuid(qrcodeId)) return;
    const provider = await this.#orders.cancel(member.id, qrcodeId);
    if (provider) await this.#cancelAtGateway(qrcodeId, provider);
  }

  /**
   * Takes a gateway's word of a payment in. Safe to repeat.
   * @returns false when the callback is not authentic
   */
  async takeCallback(provider: string, callback: IncomingCallback): Promise<boolean> {
    const payment = this.#gateways.get(provider)?.readCallback(callback);
    if (!payment) return false;
    await this.#credit(provider, payment);
    return true;
  }

  /** Credits what was paid, whatever was asked; what no order explains goes to suspense, never away. */
  async #credit(provider: string, payment: GatewayPayment): Promise<void> {
    const payee = isUuid(payment.reference)
      ? await this.#orders.payee(payment.reference, provider)
      : undefined;
    const currency = payee?.currency ?? (await this.#content.get()).operator.currency;
    const result = await this.#ledger.submit({
      // One payment at the gateway is one transfer here, however often we hear of it.
      id: derivedId('payment', provider, payment.paymentId),
      debit: await this.#ledger.house(`gateway:${provider}`, currency),
      credit: payee?.walletAccount ?? (await this.#ledger.house('suspense', currency)),
      amount: payment.amount,
      kind: 'deposit',
      pending: false,
      detail: { provider, orderId: payment.reference, paymentId: payment.paymentId },
    });
    if (result.outcome === 'conflict') {
      this.#logger.error(
        { provider, paymentId: payment.paymentId },
        'payment was told of before with other content',
      );
      throw new AppError('KEY_INVALID');
    }
    if (payee) await this.#orders.markPaid(payment.reference);
    else
      this.#logger.error(
        { provider, paymentId: payment.paymentId },
        'payment without an order, kept in suspense',
      );
  }

  async #offered(provider: QrProvider, currency: Currency): Promise<PaymentGateway | undefined> {
    const { banks } = (await this.#content.get()).depositAccounts;
    const isOffered = banks.some(
      (bank) =>
        bank.enabled &&
        bank.bankCode === provider &&
        bank.currency === currency &&
        (bank.bankType === 'PAYMENT' || bank.mode !== 'AUTO'),
    );
    return isOffered ? this.#gateways.get(provider) : undefined;
  }

  async #cancelAtGateway(id: string, provider: string): Promise<void> {
    const cancelled = await this.#gateways.get(provider)?.cancelOrder(id);
    // It expires there by itself, and a late payment is credited all the same.
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
