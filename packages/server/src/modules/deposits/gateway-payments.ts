import type { StatementNote } from '@krapao/contract/statement';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { GatewayPayment } from '../../ports/payment-gateway.ts';
import type { IncomingPayments } from '../incoming-payments/service.ts';
import { findPaidOrder, markPaid, type PaidOrder } from './repo.ts';

/** Credits payments that gateways report to the member of the order, or to suspense. */
export class GatewayPayments {
  readonly #database: Database;
  readonly #incomingPayments: IncomingPayments;
  readonly #content: ContentStore;

  constructor(parts: { database: Database; incomingPayments: IncomingPayments; content: ContentStore }) {
    this.#database = parts.database;
    this.#incomingPayments = parts.incomingPayments;
    this.#content = parts.content;
  }

  /**
   * Books one payment. Safe to repeat.
   * @throws PutAsideError when it is already booked with another amount
   */
  async take(provider: string, payment: GatewayPayment): Promise<void> {
    const { reference, paymentId, amount } = payment;
    const { queries } = this.#database;
    const order = isUuid(reference) ? await findPaidOrder(queries, reference, provider) : undefined;
    const { operator } = await this.#content.get();
    await this.#incomingPayments.credit({
      house: `gateway:${provider}`,
      reference: paymentId,
      currency: order?.currency ?? operator.currency,
      amount,
      payee: order?.walletAccount ?? null,
      detail: { provider, orderId: reference, ...(order && noteOf(order, payment)) },
    });
    if (order) await markPaid(queries, reference);
  }
}

/** Returns the statement's note for a payment that is late or differs from the order's amount. */
function noteOf(order: PaidOrder, payment: GatewayPayment): { note?: StatementNote } {
  if (order.isCancelled || payment.paidAt > order.expiresAt) return { note: 'LATE_PAYMENT' };
  return payment.amount === order.amount ? {} : { note: 'OTHER_AMOUNT' };
}
