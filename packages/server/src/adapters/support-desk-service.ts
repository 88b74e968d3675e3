import { done } from '../ports/outcome.ts';
import type { SupportDesk } from '../ports/support-desk.ts';
import { notDone, readText, readTexts } from './http/read-answer.ts';
import { SignedClient, type SignedClientOptions } from './http/signed-client.ts';

/** Creates the client of a support desk that takes signed JSON messages and answers by signed callbacks. */
export function createSupportDesk(options: SignedClientOptions): SupportDesk {
  const client = new SignedClient(options);
  return {
    async deliver(message) {
      const answer = await client.post('/messages', message);
      if (answer.outcome === 'unknown') return answer;
      return answer.status === 200 || answer.status === 202 ? done(undefined) : notDone(answer);
    },

    // A message without content is refused behind the signature.
    async check() {
      const answer = await client.post('/messages', {});
      if (answer.outcome === 'unknown') return answer;
      return answer.status === 400 ? done(null) : notDone(answer);
    },

    readReplies(callback) {
      const body = client.readCallback(callback);
      if (!body) return null;
      const [id, room] = [readText(body['id']), readText(body['room'])];
      return [{ id, room, content: readTexts(body['message']), name: readText(body['name']) }];
    },
  };
}
