import type { Logger } from 'pino';
import { LaneWorker, type Taken } from '../../kernel/lane-worker.ts';
import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import type { RejectedEntries } from '../rejected-entries/service.ts';
import type { DueOrder, OrderLooks } from './order-looks.ts';

/** Maximum number of concurrent status checks at one gateway. */
const PER_GATEWAY = 10;
const IN_TOTAL = 40;

export interface OrderPollerParts {
  looks: OrderLooks;
  gateways: ReadonlyMap<string, PaymentGateway>;
  /** Credits a payment once, however often it is reported. */
  credit: (provider: string, payment: GatewayPayment) => Promise<void>;
  /** Stores payments that cannot be booked. */
  rejected: Pick<RejectedEntries, 'add'>;
  everyMs: number;
  logger: Logger;
}

/** Polls gateways for orders whose callback may be lost. A slow gateway delays only its own orders. */
export class OrderPoller {
  readonly #parts: OrderPollerParts;
  readonly #worker: LaneWorker;

  constructor(parts: OrderPollerParts) {
    this.#parts = parts;
    this.#worker = new LaneWorker({
      name: 'gateway polls',
      everyMs: parts.everyMs,
      perLane: PER_GATEWAY,
      inTotal: IN_TOTAL,
      // With the index, claiming from every gateway costs as little as finding those with due orders.
      dueLanes: async () => [...parts.gateways.keys()],
      take: async (rooms) => (await parts.looks.take(rooms)).map((order) => this.#taken(order)),
      logger: parts.logger,
    });
  }

  start(): void {
    this.#worker.start();
  }

  /** Stops polling and waits for the status checks in progress. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }

  round(): Promise<boolean> {
    return this.#worker.round();
  }

  #taken(order: DueOrder): Taken {
    return { lane: order.provider, run: () => this.#ask(order) };
  }

  async #ask({ id, provider }: DueOrder): Promise<void> {
    const { looks, gateways, credit, logger } = this.#parts;
    const payments = await gateways.get(provider)?.payments(id);
    if (payments?.outcome === 'done') {
      const { entries, rejected } = payments.value;
      if ((await this.#parts.rejected.add({ source: `gateway:${provider}`, form: 'listed' }, rejected)) > 0) {
        logger.error({ provider, orderId: id }, 'payments of the gateway put aside');
      }
      for (const payment of entries) await credit(provider, payment);
    }
    // An unknown order counts as an answer too.
    if (payments?.outcome === 'done' || payments?.outcome === 'not_found') return looks.answered(id);
    if (await looks.unanswered(id))
      logger.error({ orderId: id, provider }, 'gateway never answered about an order');
  }
}
