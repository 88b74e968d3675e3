import { z } from 'zod';
import { neverAnswer } from '../faults/apply.ts';
import { notFound } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import type { Time } from '../time/time.ts';
import type { PushBrowsers } from './push-browsers.ts';

const params = z.object({ id: z.uuid() });
const newBrowser = z.object({ sender: z.string().nullable().default(null) });
const answerBody = z.object({ answer: z.union([z.int().min(200).max(599), z.literal('silent')]) });

/** The push service itself: RFC 8030, as far as senders see it. */
export function pushRoutes(app: App, browsers: PushBrowsers, url: () => string, time: Time): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/push/:id', { schema: { params } }, async (request, reply) => {
    const {
      params: { id },
      body,
      headers,
    } = request;
    const answer = browsers.take(id, {
      headers: headers as Record<string, string | undefined>,
      body: body as Buffer,
      origin: new URL(url()).origin,
    });
    if (answer === 'silent') return neverAnswer(request, reply, time);
    return reply.code(answer).send();
  });
}

/** Control: browsers at the push service, what they got, and how it answers. */
export function pushControlRoutes(app: App, browsers: PushBrowsers, url: () => string): void {
  app.post('/control/push/browsers', { schema: { body: newBrowser } }, async ({ body }) => {
    const { id, p256dh, auth } = browsers.add(body.sender);
    return { id, endpoint: `${url()}/push/${id}`, p256dh, auth };
  });
  const find = (id: string) => {
    const browser = browsers.find(id);
    if (!browser) throw notFound('a browser');
    return browser;
  };
  app.get('/control/push/browsers/:id', { schema: { params } }, async ({ params: { id } }) => {
    const { received, requests, faults } = find(id);
    return { received, requests, faults };
  });
  app.post(
    '/control/push/browsers/:id/answer',
    { schema: { params, body: answerBody } },
    async ({ params: { id }, body }) => {
      find(id).answer = body.answer;
      return {};
    },
  );
}
