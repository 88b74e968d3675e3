import { chat } from '@krapao/contract/chat';
import type { FastifyInstance } from 'fastify';
import parseRange from 'range-parser';
import type { Router } from '../../http/router.ts';
import { readUpload } from '../../http/upload.ts';
import { CHAT_FILE, type ChatFiles } from './files.ts';
import type { ChatService } from './service.ts';

/** Of a video, so much at a time at most. */
const PART_BYTES = 2 * 1024 * 1024;

export function chatRoutes(router: Router, service: ChatService, files: ChatFiles): void {
  router.add(chat['GET /api/chat/config'], () => ({ PREFIX: service.prefix }));

  router.add(chat['POST /api/chat/send-message'], ({ member, body }) =>
    service.send(service.customerOf(member, body.guestId), member, {
      id: body._id,
      content: body.message,
      sessionId: body.session_id,
    }),
  );

  router.add(chat['POST /api/chat/history'], ({ member, body }) =>
    service.history(service.customerOf(member, body.guestId), {
      limit: body.limit,
      skip: body.skip,
      afterSeq: body.afterSeq,
    }),
  );

  router.add(chat['POST /api/chat/upload-image'], async ({ member, query, request }) => {
    const { conversationId } = service.customerOf(member, query.guestId ?? '');
    return files.keep(conversationId, 'image', await readUpload(request));
  });

  router.add(chat['POST /api/chat/upload-video'], async ({ member, query, request }) => {
    const { conversationId } = service.customerOf(member, query.guestId ?? '');
    return files.keep(conversationId, 'video', await readUpload(request));
  });

  router.add(chat['PUT /api/chat/read-customer/'], async ({ member, body }) => {
    await service.markRead(service.customerOf(member, body.guestId));
    return { message: 'OK' };
  });
}

/** Serves what was sent, by names nobody can guess. A browser opens them without a session. */
export function chatFileRoute(app: FastifyInstance, files: ChatFiles): void {
  app.get<{ Params: { name: string } }>(
    `${CHAT_FILE}:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      const { mime, size } = await files.describe(name);
      reply
        .type(mime)
        .header('cache-control', 'private, max-age=86400, immutable')
        .header('accept-ranges', 'bytes')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('referrer-policy', 'no-referrer');
      const ranges = request.headers.range ? parseRange(size, request.headers.range) : -2;
      if (ranges === -1) return reply.code(416).header('content-range', `bytes */${size}`).send();
      const range = ranges === -2 ? undefined : ranges[0];
      if (!range) return reply.send(await files.read(name, 0, size - 1));
      const end = Math.min(range.end, range.start + PART_BYTES - 1);
      return reply
        .code(206)
        .header('content-range', `bytes ${range.start}-${end}/${size}`)
        .send(await files.read(name, range.start, end));
    },
  );
}
