import { FIXED_KINDS } from '@krapao/contract/notice-kinds';
import type { Logger } from 'pino';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import { Circuit, type CircuitRules } from '../../kernel/circuit.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { LaneSource, Room, Taken } from '../../kernel/lane-worker.ts';
import type { PushOutcome, WebPush } from '../../ports/push.ts';
import {
  claimDeliveries,
  dueServices,
  endDelivery,
  forgetGone,
  postpone,
  type Delivery,
} from './deliveries.ts';
import { pushPayload } from './push-text.ts';
import type { VapidKey } from './vapid-key.ts';

/** Tries of one push. */
const MOST_TRIES = 6;
/** Each pause before another try is so many times as long as the one before. */
const PAUSE_GROWTH = 4;
/** Longest wait that a service can ask for. */
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** Wait of a push whose service is left alone. */
const LEFT_ALONE_MS = 15_000;

/**
 * Sends pushes, each once: a process takes a delivery for a time, and deletes it when the service has it. Each push
 * service is a lane with a circuit of its own, so that one that is slow or down stops no other.
 */
export class PushSender implements LaneSource {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #push: WebPush;
  readonly #key: VapidKey;
  readonly #leaseMs: number;
  readonly #firstPauseMs: number;
  readonly #rules: CircuitRules;
  readonly #logger: Logger;
  readonly #circuits = new Map<string, Circuit>();

  constructor(parts: {
    database: Database;
    content: ContentStore;
    push: WebPush;
    key: VapidKey;
    /** Longer than a call to a service takes. */
    leaseMs: number;
    /** Pause after the first failure. */
    firstPauseMs: number;
    rules: CircuitRules;
    logger: Logger;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#push = parts.push;
    this.#key = parts.key;
    this.#leaseMs = parts.leaseMs;
    this.#firstPauseMs = parts.firstPauseMs;
    this.#rules = parts.rules;
    this.#logger = parts.logger;
  }

  /** Leaves out services that are left alone: their pushes would be taken and put back again and again. */
  async dueLanes(): Promise<string[]> {
    const services = await dueServices(this.#database.queries);
    return services.filter((service) => this.#circuits.get(service)?.lets ?? true);
  }

  async take(rooms: readonly Room[]): Promise<Taken[]> {
    const claimed = await claimDeliveries(this.#database.queries, rooms, this.#leaseMs);
    return claimed.map((delivery) => ({ lane: delivery.service, run: () => this.#deliver(delivery) }));
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { queries } = this.#database;
    const { id, service } = delivery;
    // Also one that makes this process fail, or that nothing was sent of for a day.
    if (isOver(delivery)) return this.#giveUp(delivery, 'too late');
    const end = this.#circuitOf(service).enter();
    if (!end) return postpone(queries, id, { waitMs: LEFT_ALONE_MS, isUncounted: true });
    let result: PushOutcome;
    try {
      result = await this.#send(delivery);
    } catch (error) {
      end('not_called');
      throw error;
    }
    // A service that says when to come again is well.
    const isWell = result.outcome !== 'unknown' || result.retryAfterMs !== undefined;
    end(isWell ? 'answered' : 'failed');
    switch (result.outcome) {
      case 'done':
        return endDelivery(queries, id);
      case 'gone':
        return forgetGone(queries, delivery.endpointHash);
      case 'refused':
        this.#logger.warn({ service, reason: result.reason }, 'a push was refused');
        return endDelivery(queries, id);
      case 'unknown':
        return this.#tryAgain(delivery, result);
      default:
        return result satisfies never;
    }
  }

  async #send(delivery: Delivery): Promise<PushOutcome> {
    const { kind, language } = delivery;
    const { operator } = await this.#content.get();
    const keys = await this.#key.load();
    return this.#push.send(
      delivery,
      {
        payload: JSON.stringify(pushPayload(kind, language, operator.name)),
        topic: kind,
        isUrgent: FIXED_KINDS.some((fixed) => fixed === kind),
      },
      { ...keys, contact: operator.website },
    );
  }

  async #tryAgain(
    delivery: Delivery,
    { reason, retryAfterMs = 0 }: PushOutcome & { outcome: 'unknown' },
  ): Promise<void> {
    const { id, attempts } = delivery;
    if (attempts >= MOST_TRIES) return this.#giveUp(delivery, reason);
    const pauseMs = Math.max(this.#firstPauseMs * PAUSE_GROWTH ** (attempts - 1), retryAfterMs);
    const waitMs = Math.min(pauseMs, LONGEST_PAUSE_MS);
    return postpone(this.#database.queries, id, { waitMs, isUncounted: false });
  }

  #giveUp({ id, service, attempts }: Delivery, reason: string): Promise<void> {
    this.#logger.warn({ service, reason, attempts }, 'a push was given up');
    return endDelivery(this.#database.queries, id);
  }

  #circuitOf(service: string): Circuit {
    let circuit = this.#circuits.get(service);
    if (!circuit) {
      circuit = new Circuit({
        rules: this.#rules,
        onChange: (isOpen) =>
          this.#logger.warn({ service, isOpen }, 'a push service is left alone, or heard again'),
      });
      this.#circuits.set(service, circuit);
    }
    return circuit;
  }
}

const isOver = ({ attempts, createdAt }: Delivery): boolean =>
  attempts > MOST_TRIES || createdAt.getTime() < Date.now() - DAY_MS;
