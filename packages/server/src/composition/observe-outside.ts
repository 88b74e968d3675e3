import type { Logger } from 'pino';
import type { CallOutcome, Metrics } from '../kernel/metrics.ts';
import { workContext } from '../kernel/work-context.ts';
import type { Outside } from './outside.ts';

const OUTCOMES: ReadonlySet<string> = new Set(['done', 'refused', 'unknown', 'not_found', 'differs']);

export interface Observers {
  metrics: Metrics;
  logger: Logger;
}

/** The same outside world, with every call to it counted, timed and logged: by whom and how, never what. */
export function observeOutside(outside: Outside, observers: Observers): Outside {
  const observe = <P extends object>(name: string, port: P): P => observed(name, port, observers);
  const each = <P extends object>(ports: ReadonlyMap<string, P>, kind: string): Map<string, P> =>
    new Map([...ports].map(([code, port]) => [code, observe(`${kind}:${code}`, port)]));
  return {
    sms: observe('sms', outside.sms),
    bank: observe('bank', outside.bank),
    bankFeed: observe('bank feed', outside.bankFeed),
    ewalletFeed: observe('ewallet feed', outside.ewalletFeed),
    giftWallet: observe('gift wallet', outside.giftWallet),
    slipLookup: observe('slip look-up', outside.slipLookup),
    desk: observe('support desk', outside.desk),
    gateways: each(outside.gateways, 'gateway'),
    providers: each(outside.providers, 'provider'),
  };
}

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
          observers.metrics.outsideCall({
            counterparty,
            call: property,
            outcome,
            seconds: durationMs / 1_000,
          });
          const line = { counterparty, call: property, outcome, reason, durationMs: Math.round(durationMs) };
          // A process's own rounds ask every second: they are told of only to those who want to know all.
          observers.logger[workContext() ? 'info' : 'debug'](line, 'outside call');
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
