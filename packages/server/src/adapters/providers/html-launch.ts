import type { GameProvider, Launched } from '../../ports/game-provider.ts';
import { done, unknown, type Outcome } from '../../ports/outcome.ts';
import type { Reply } from '../http/exchange.ts';
import { SignedClient, type SignedClientOptions } from '../http/signed-client.ts';
import { createSignedJson, read, toConfirmation } from './signed-json.ts';

/** Signed JSON, except that the launch answers with the HTML page that opens the games. */
export function createHtmlLaunch(options: SignedClientOptions): GameProvider {
  const client = new SignedClient(options);
  return {
    ...createSignedJson(options),
    launch: ({ username, password, language }) =>
      read(client.send('POST', '/launch', { username, password, lang: language }), toPage),
  };
}

/** Reads a launch page. Refusals come as JSON, as elsewhere. */
export function toPage(reply: Reply): Outcome<Launched> {
  if (reply.status === 200 && reply.contentType === 'text/html' && reply.text.trim() !== '') {
    return done({ kind: 'html', html: reply.text });
  }
  const answer = toConfirmation(reply);
  return answer.outcome === 'done' ? unknown('answer is no page') : answer;
}
