/** The emulated LINE Messaging: pushing messages into a chat of the operator's staff. */
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { LINE } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isEqual } from '../services/equal.ts';
import { readOr, Refusal, type ServiceError } from '../services/refusal.ts';
import type { Desk } from './desk.ts';
import { textContent } from './plain-text.ts';
import { LINE_ROOM, lineMessageId } from './service-callbacks.ts';

const MONTHLY = 1_000_000;
const KEPT_FOR_MS = 24 * 60 * 60_000;
const MAX_MESSAGES = 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const error = (status: number, message: string, details?: object[]): ServiceError => ({
  status,
  body: { message, ...(details && { details }) },
});

const ERRORS = {
  invalid_token: error(401, 'Authentication failed. Confirm that the access token is valid.'),
  forbidden: error(403, 'Not available for this account.'),
  failed_to_send: error(400, 'Failed to send messages'),
  bad_retry_key: error(400, 'The retry key is not a UUID.'),
  monthly_limit: error(429, 'You have reached your monthly limit.'),
  rate_limit: error(429, 'The API rate limit has been exceeded. Try again later.'),
};

const badRequest = (problem: string): ServiceError => {
  const [property = '', message = problem] = problem.split(': ');
  return error(400, 'The request body has 1 error(s)', [{ message, property }]);
};

const pushBody = z.object({
  to: z.string().regex(/^[UCR][0-9a-f]{32}$/, 'May not be this value'),
  messages: z
    .array(z.looseObject({ type: z.string(), text: z.string().max(5_000).optional() }))
    .min(1)
    .max(MAX_MESSAGES),
  notificationDisabled: z.boolean().optional(),
});

interface Accepted {
  readonly requestId: string;
  readonly sentMessages: readonly object[];
  readonly at: number;
}

export interface LineDeps extends FrameDeps {
  readonly desk: Desk;
}

export function lineRoutes(app: App, deps: LineDeps): void {
  const { desk, now } = deps;
  const accepted = new Map<string, Accepted>();
  let used = 0;
  emulate(
    app,
    {
      port: 'desk:line',
      errors: ERRORS,
      badRequest,
      failure: { message: 'Internal server error' },
      refusal: ERRORS.failed_to_send,
    },
    deps,
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-line-request-id', randomUUID());
  });
  app.addHook('preValidation', async ({ headers }) => {
    if (!isEqual(headers.authorization, `Bearer ${LINE.channelAccessToken}`)) {
      throw new Refusal(ERRORS.invalid_token);
    }
  });
  app.post('/line/v2/bot/message/push', async ({ body, headers }, reply) => {
    const key = headers['x-line-retry-key'];
    if (key !== undefined && !(typeof key === 'string' && UUID.test(key))) {
      throw new Refusal(ERRORS.bad_retry_key);
    }
    const { to, messages } = readOr(pushBody, body, badRequest);
    const known = accepted.get(key ?? '');
    if (known && now() - known.at < KEPT_FOR_MS) {
      throw new Refusal({
        status: 409,
        body: { message: 'The retry key is already accepted', sentMessages: known.sentMessages },
        headers: { 'x-line-accepted-request-id': known.requestId },
      });
    }
    const room = LINE_ROOM + to;
    const sentMessages = messages.map(({ text, type }) => {
      const quoted = lineMessageId(desk.nextNumber());
      const content = textContent(text ?? `[${type}]`);
      const message = { id: randomUUID(), room, name: 'LINE', content, callbackUrl: '' };
      desk.take({ ...message, service: 'line', quoted });
      return { id: quoted, quoteToken: randomBytes(16).toString('base64url') };
    });
    used += messages.length;
    const requestId = String(reply.getHeader('x-line-request-id'));
    if (key) accepted.set(key, { requestId, sentMessages, at: now() });
    return { sentMessages };
  });
  app.get('/line/v2/bot/info', async () => ({
    userId: LINE.botUserId,
    basicId: '@krapao',
    displayName: 'Krapao',
    chatMode: 'bot',
    markAsReadMode: 'manual',
  }));
  app.get('/line/v2/bot/message/quota', async () => ({ type: 'limited', value: MONTHLY }));
  app.get('/line/v2/bot/message/quota/consumption', async () => ({ totalUsage: used }));
}
