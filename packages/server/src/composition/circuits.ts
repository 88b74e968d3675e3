import type { Logger } from 'pino';
import { observeExchanges, type Exchanged } from '../adapters/http/exchange.ts';
import { Circuit, type CallEnd, type CircuitRules } from '../kernel/circuit.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { unknown } from '../ports/outcome.ts';
import type { Wrap } from './counterparties.ts';

/**
 * Groups of a counterparty's calls, each with a circuit of its own.
 * `orders` begin something and `reports` are read again and again: both are held back while a circuit is open.
 * `look_ups` are about money under way, at a pace of their own: they are never held back.
 */
type Group = 'orders' | 'reports' | 'look_ups';

/** Calls that are in no group, such as health checks and checks by the operator, are neither held back nor counted. */
const GROUPS: Readonly<Record<string, Group>> = {
  cancelOrder: 'orders',
  createOrder: 'orders',
  createPlayer: 'orders',
  deliver: 'orders',
  formTokens: 'orders',
  launch: 'orders',
  logOut: 'orders',
  payOut: 'orders',
  redeem: 'orders',
  send: 'orders',
  setPassword: 'orders',
  transfer: 'orders',
  paymentsSince: 'reports',
  read: 'reports',
  transfersSince: 'reports',
  turnoverSince: 'reports',
  balance: 'look_ups',
  lookUp: 'look_ups',
  payments: 'look_ups',
  ticket: 'look_ups',
};

/** A slip that is not answered waits by itself, and the next service is asked at once. */
const groupOf = (counterparty: string, call: string): Group | undefined =>
  counterparty.startsWith('slip look-up') && call === 'lookUp' ? 'orders' : GROUPS[call];

/** Reason of a call that was held back. */
export const LEFT_ALONE = 'left alone after failures in a row';

interface CircuitParts {
  rules: CircuitRules;
  metrics: Metrics;
  logger: Logger;
  /** As a `Circuit` takes them. */
  nowMs?: () => number;
  dice?: () => number;
}

/**
 * The circuits of this process: a counterparty that refuses connections, is silent or answers 5xx several times in a
 * row is left alone for a while. A refusal is an answer.
 */
export class Circuits {
  readonly #parts: CircuitParts;
  readonly #circuits = new Map<string, Circuit>();
  readonly #open = new Map<string, Set<Group>>();
  readonly #gauge: ReturnType<Metrics['gauge']>;

  constructor(parts: CircuitParts) {
    this.#parts = parts;
    this.#gauge = parts.metrics.gauge(
      'krapao_counterparty_left_alone',
      'Groups of calls whose counterparty is left alone after failures in a row',
      ['counterparty', 'group'],
    );
  }

  /** Names of the counterparties that are left alone by this process. */
  get open(): string[] {
    return [...this.#open.keys()].toSorted();
  }

  /** Wraps a port: while its circuit is open, calls end `unknown` at once and were certainly not sent. */
  readonly wrap: Wrap = (counterparty, port) =>
    new Proxy(port, {
      get: (target, property) => {
        const member: unknown = Reflect.get(target, property);
        const group = typeof property === 'string' ? groupOf(counterparty, property) : undefined;
        if (typeof member !== 'function' || !group) return member;
        const circuit = this.#circuitOf(counterparty, group);
        return async (...args: unknown[]): Promise<unknown> => {
          const end = group === 'look_ups' ? circuit.watch() : circuit.enter();
          if (!end) {
            this.#parts.metrics.callHeldBack({ counterparty, group });
            return unknown(LEFT_ALONE, false);
          }
          try {
            const { result, calls } = await observeExchanges(
              async () => (await Reflect.apply(member, target, args)) as unknown,
            );
            end(endOf(result, calls));
            return result;
          } finally {
            end('not_called');
          }
        };
      },
    });

  #circuitOf(counterparty: string, group: Group): Circuit {
    const key = `${counterparty} ${group}`;
    let circuit = this.#circuits.get(key);
    if (!circuit) {
      const { rules, nowMs, dice } = this.#parts;
      const onChange = (isOpen: boolean): void => this.#changed(counterparty, group, isOpen);
      circuit = new Circuit({ rules, nowMs, dice, onChange });
      this.#circuits.set(key, circuit);
      this.#gauge.set({ counterparty, group }, 0);
    }
    return circuit;
  }

  #changed(counterparty: string, group: Group, isOpen: boolean): void {
    const { logger, rules } = this.#parts;
    this.#gauge.set({ counterparty, group }, isOpen ? 1 : 0);
    const groups = this.#open.get(counterparty) ?? new Set<Group>();
    if (isOpen) groups.add(group);
    else groups.delete(group);
    if (groups.size > 0) this.#open.set(counterparty, groups);
    else this.#open.delete(counterparty);
    const about = { counterparty, group };
    if (isOpen) logger.warn({ ...about, failures: rules.failures }, 'a counterparty is left alone');
    else logger.info(about, 'a counterparty answers again');
  }
}

/** A call fails by its last exchange, if it tells nothing. Maintenance told with 5xx is an answer. */
function endOf(result: unknown, calls: readonly Exchanged[]): CallEnd {
  const last = calls.at(-1);
  if (!last) return 'not_called';
  const isUnknown = (result as { outcome?: unknown } | null | undefined)?.outcome === 'unknown';
  return isUnknown && last.isFailed ? 'failed' : 'answered';
}
