import type { Logger } from 'pino';
import { LaneWorker, type Taken } from '../../kernel/lane-worker.ts';
import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import type { RejectedEntries } from '../rejected-entries/service.ts';
import type { DueOrder, OrderLooks } from './order-looks.ts';

/** Questions under way at one gateway. */
const PER_GATEWAY = 10;
const IN_TOTAL = 40;

export interface OrderPollerParts {
  looks: OrderLooks;
  gateways: ReadonlyMap<string, PaymentGateway>;
  /** Credits a payment, once however often it is told. */
  credit: (provider: string, payment: GatewayPayment) => Promise<void>;
  /** Keeps payments that cannot be taken in. */
  rejected: Pick<RejectedEntries, 'add'>;
  everyMs: number;
  logger: Logger;
}

/** Asks gateways about orders whose callback may never come. A slow gateway delays its own orders alone. */
export class OrderPoller {
  readonly #parts: OrderPollerParts;
  readonly #worker: LaneWorker;

  constructor(parts: OrderPollerParts) {
    this.#parts = parts;
    const gateways = [...parts.gateways.keys()];
    this.#worker = new LaneWorker({
      name: 'gateway polls',
      everyMs: parts.everyMs,
      perLane: PER_GATEWAY,
      inTotal: IN_TOTAL,
      // By its index, each of them costs as little as a question whether something is due.
      dueLanes: async () => gateways,
      take: async (rooms) => (await parts.looks.take(rooms)).map((order) => this.#taken(order)),
      logger: parts.logger,
    });
  }

  start(): void {
    this.#worker.start();
  }

  /** Asks nothing more and waits for what is under way. */
  stop(): Promise<void> {
    return this.#worker.stop();
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
    // The gateway has no such order: that is an answer too.
    if (payments?.outcome === 'done' || payments?.outcome === 'not_found') return looks.answered(id);
    if (await looks.unanswered(id))
      logger.error({ orderId: id, provider }, 'gateway never answered about an order');
  }
}
