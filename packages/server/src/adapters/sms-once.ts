import { refused, type Outcome } from '../ports/outcome.ts';
import type { Sms } from '../ports/sms.ts';
import { isPhone } from './phone-abroad.ts';

/** Number of references that are remembered; a reference is used within seconds. */
const REMEMBERED = 10_000;

type Message = Parameters<Sms['send']>[0];

/**
 * Sends through a service that has no idempotency key. A reference that was sent, or may have been sent, is not
 * sent again by this process: it gets the first outcome. The caller makes a new reference for each message.
 */
export function sendOnce(send: (message: Message) => Promise<Outcome>): Sms {
  const outcomes = new Map<string, Promise<Outcome>>();
  return {
    async send(message) {
      const { reference, to } = message;
      const known = outcomes.get(reference);
      if (known) return known;
      if (!isPhone(to)) return refused('not a phone number');
      const outcome = send(message);
      outcomes.set(reference, outcome);
      const [oldest] = outcomes.keys();
      if (outcomes.size > REMEMBERED && oldest !== undefined) outcomes.delete(oldest);
      const ended = await outcome;
      // Nothing was sent, so that the same reference may be tried again.
      if (ended.outcome === 'refused' || (ended.outcome === 'unknown' && !ended.sent))
        outcomes.delete(reference);
      return ended;
    },
  };
}
