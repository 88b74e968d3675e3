import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import { startAnswering } from '../answering.ts';

/** An address for the webhooks of an emulator, which keeps what comes. */
export interface WebhookReceiver {
  url: string;
  /** Returns what came with all of these texts in it, oldest first. */
  about(...texts: string[]): IncomingCallback[];
  /** Chooses the answers from now on. */
  answerWith(answer: (callback: IncomingCallback) => object): void;
  stop(): Promise<void>;
}

/** Starts a receiver. It answers 200 with an empty object. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: IncomingCallback[] = [];
  let answerOf: (callback: IncomingCallback) => object = () => ({});
  const server = await startAnswering(({ url = '/', headers }, body, response) => {
    const callback = { path: url, headers, rawBody: body.toString() };
    received.push(callback);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answerOf(callback)));
  });
  return {
    url: server.url,
    about: (...texts) => received.filter(({ rawBody }) => texts.every((text) => rawBody.includes(text))),
    answerWith: (answer) => void (answerOf = answer),
    stop: () => server.stop(),
  };
}
