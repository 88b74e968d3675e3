import { done } from '../ports/outcome.ts';
import type { Sms } from '../ports/sms.ts';
import { notDone } from './http/read-answer.ts';
import { SignedClient, type SignedClientOptions } from './http/signed-client.ts';

/** Creates the client of an SMS service that takes signed JSON messages. */
export function createSmsService(options: SignedClientOptions): Sms {
  const client = new SignedClient(options);
  return {
    async send(message) {
      const answer = await client.post('/messages', message);
      if (answer.outcome === 'unknown') return answer;
      return answer.status === 202 ? done(undefined) : notDone(answer);
    },

    // A message without content is refused behind the signature.
    async check() {
      const answer = await client.post('/messages', {});
      if (answer.outcome === 'unknown') return answer;
      return answer.status === 400 ? done(null) : notDone(answer);
    },
  };
}
