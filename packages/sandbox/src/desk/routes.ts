import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { DeskMessageRecord, DeskRoomRecord } from '../store/records.ts';
import type { Desk } from './desk.ts';

const room = z.string().min(1).max(200);
const content = z.object({ message_type: z.string().max(40), payload: z.looseObject({}) });
const messageBody = z.object({
  room,
  callbackUrl: z.url({ protocol: /^https?$/ }),
  message: z.looseObject({ _id: z.uuid(), name: z.string().max(200), message: content }),
});
const answerBody = z.union([
  z.object({ text: z.string().min(1).max(2_000) }),
  z.object({ message: content }),
]);

const view = (message: DeskMessageRecord) => ({ ...message, at: new Date(message.at).toISOString() });
const roomView = ({ lastAt, ...rest }: DeskRoomRecord) => ({
  ...rest,
  lastAt: new Date(lastAt).toISOString(),
});

export function deskRoutes(app: App, desk: Desk): void {
  app.post('/desk/messages', { schema: { body: messageBody } }, async ({ body }, reply) => {
    const { _id: id, name, message } = body.message;
    desk.take({ id, room: body.room, name, content: message, callbackUrl: body.callbackUrl });
    reply.code(202);
    return { id };
  });
}

/** Control: the conversations, answering in one, and its bot. The staff's page uses these calls. */
export function deskControlRoutes(app: App, desk: Desk): void {
  const params = z.object({ room });
  app.get('/control/desk', async () => desk.rooms().map(roomView));
  app.get('/control/desk/:room', { schema: { params } }, async (request) =>
    desk.messages(request.params.room).map(view),
  );
  app.post('/control/desk/:room', { schema: { params, body: answerBody } }, async (request) => {
    const { body } = request;
    const said = 'text' in body ? { message_type: 'text', payload: { text: body.text } } : body.message;
    return view(desk.answer(request.params.room, said));
  });
  app.post(
    '/control/desk/:room/bot',
    { schema: { params, body: z.object({ on: z.boolean() }) } },
    async (request) => roomView(desk.switchBot(request.params.room, request.body.on)),
  );
}

/** Page where staff read and answer. Pictures come from the wallet's server. */
export function deskPageRoute(app: App): void {
  app.get('/desk', async (_request, reply): Promise<FastifyReply> => {
    reply.header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; " +
        "img-src 'self' data: http: https:; media-src http: https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    return reply.sendFile('desk/index.html');
  });
}
