import type { Reply } from '../adapters/http/exchange.ts';

/** A reply as a service could give it, without a service. A text is sent as it is. */
export const cannedReply = (body: unknown, status = 200): Reply => ({
  outcome: 'reply',
  status,
  contentType: 'application/json',
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
