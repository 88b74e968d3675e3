import type { Logger } from 'pino';
import type { CallOutcome, Metrics } from '../kernel/metrics.ts';
import { workContext } from '../kernel/work-context.ts';
import type { Wrap } from './counterparties.ts';

const OUTCOMES: ReadonlySet<string> = new Set(['done', 'refused', 'unknown', 'not_found', 'differs']);

export interface Observers {
  metrics: Metrics;
  logger: Logger;
}

/**
 * Wraps a port so that every call is counted, timed and logged: counterparty, method and result, never
 * content.
 */
export const observer =
  (observers: Observers): Wrap =>
  (counterparty, port) =>
    observed(counterparty, port, observers);

function observed<P extends object>(counterparty: string, port: P, observers: Observers): P {
  return new Proxy(port, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      return (...args: unknown[]): unknown => {
        const beganMs = performance.now();
        const result: unknown = Reflect.apply(member, target, args);
        if (!(result instanceof Promise)) return result;
        const tell = (outcome: CallOutcome, reason?: string): void => {
          const durationMs = performance.now() - beganMs;
          observers.metrics.counterpartyCall({
            counterparty,
            call: property,
            outcome,
            seconds: durationMs / 1_000,
          });
          const line = { counterparty, call: property, outcome, reason, durationMs: Math.round(durationMs) };
          // Background workers call every second: their calls are logged at debug level only.
          observers.logger[workContext() ? 'info' : 'debug'](line, 'counterparty call');
        };
        void result.then(
          (answer: unknown) => {
            const { outcome, reason } = (answer ?? {}) as { outcome?: string; reason?: string };
            tell(OUTCOMES.has(outcome ?? '') ? (outcome as CallOutcome) : 'done', reason);
          },
          () => tell('failed'),
        );
        return result;
      };
    },
  });
}
