import { z } from 'zod';
import { phone, reference } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import type { SmsInbox } from './inbox.ts';

const messageBody = z.object({ reference, to: phone, text: z.string().min(1).max(2000) });
const inboxQuery = z.object({ to: z.string().max(40).optional() });

export function smsRoutes(app: App, inbox: SmsInbox): void {
  app.post('/sms/messages', { schema: { body: messageBody } }, async ({ body }, reply) => {
    reply.code(202);
    return { id: inbox.send(body) };
  });
}

/** Control: lists a phone's received messages, newest first. */
export function smsControlRoutes(app: App, inbox: SmsInbox): void {
  app.get('/control/sms', { schema: { querystring: inboxQuery } }, async ({ query }) => inbox.list(query.to));
}
