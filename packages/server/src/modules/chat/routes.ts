import { chat } from '@krapao/contract/chat';
import { GUEST_HEADER } from '@krapao/contract/limits';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { filePolicy } from '../../http/content-policy.ts';
import { callerOf } from '../../http/caller.ts';
import type { Router } from '../../http/router.ts';
import { readUpload } from '../../http/upload.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { CallLimits } from '../../http/call-limits.ts';
import { CHAT_FILE, dispositionOf, PART_BYTES, type ChatFiles } from './files.ts';
import type { FileLinks, LinkQuery } from './file-links.ts';
import type { Customer } from './repo.ts';
import type { ChatService } from './service.ts';

/** Uploads of guests that a process takes at the same time. */
const GUEST_UPLOADS = 12;
/** About as long as one of them takes. */
const UPLOAD_MS = 5_000;

/** Whose a guest's upload is. Older clients say so in the query, which proxies log. */
const guestOf = (request: FastifyRequest, query: { guestId?: string | undefined }): string => {
  const given = request.headers[GUEST_HEADER];
  return typeof given === 'string' ? given : (query.guestId ?? '');
};

export function chatRoutes(
  router: Router,
  {
    chat: service,
    chatFiles: files,
    fileLinks,
  }: { chat: ChatService; chatFiles: ChatFiles; fileLinks: FileLinks },
): void {
  router.add(chat['GET /api/chat/config'], () => ({ PREFIX: service.prefix }));

  router.add(chat['POST /api/chat/send-message'], ({ member, body, request }) =>
    service.send(service.customerOf(member, body.guestId, callerOf(request)), member, {
      id: body._id,
      content: body.message,
      sessionId: body.session_id,
    }),
  );

  router.add(chat['POST /api/chat/history'], ({ member, body, request }) =>
    service.history(service.customerOf(member, body.guestId, callerOf(request)), {
      limit: body.limit,
      skip: body.skip,
      afterSeq: body.afterSeq,
    }),
  );

  const upload = async (wanted: 'image' | 'video', customer: Customer, request: FastifyRequest) => {
    // A file is read whole: so many strangers' at a time, and no more, fit into memory.
    if (customer.memberId === undefined && guestUploads >= GUEST_UPLOADS) {
      throw new AppError('REQUEST_LIMIT', { retryAfterMs: UPLOAD_MS });
    }
    if (customer.memberId === undefined) guestUploads += 1;
    try {
      const kept = await files.keep(customer, wanted, await readUpload(request));
      return { ...kept, url: fileLinks.sign(kept.url) };
    } finally {
      if (customer.memberId === undefined) guestUploads -= 1;
    }
  };
  let guestUploads = 0;

  router.add(chat['POST /api/chat/upload-image'], ({ member, query, request }) =>
    upload('image', service.customerOf(member, guestOf(request, query), callerOf(request)), request),
  );

  router.add(chat['POST /api/chat/upload-video'], ({ member, query, request }) =>
    upload('video', service.customerOf(member, guestOf(request, query), callerOf(request)), request),
  );

  router.add(chat['PUT /api/chat/read-customer/'], async ({ member, body, request }) => {
    await service.markRead(service.customerOf(member, body.guestId, callerOf(request)));
    return { message: 'OK' };
  });
}

/** Serves what was sent, by links that end after some hours. A browser opens them without a session. */
export function chatFileRoute(
  app: FastifyInstance,
  parts: { chatFiles: ChatFiles; fileLinks: FileLinks; limits: Pick<CallLimits, 'file'> },
): void {
  const { chatFiles: files, fileLinks, limits } = parts;
  app.get<{ Params: { name: string }; Querystring: LinkQuery }>(
    `${CHAT_FILE}:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      // Nothing is looked up for a link that is over, or was made up.
      if (!fileLinks.opens(name, request.query)) throw new AppError('NO_DATA');
      limits.file(name);
      const { mime, size } = await files.describe(name);
      reply
        .type(mime)
        .header('cache-control', 'private, max-age=86400, immutable')
        .header('accept-ranges', 'bytes')
        .header('content-disposition', dispositionOf(mime))
        .header('content-security-policy', filePolicy)
        .header('referrer-policy', 'no-referrer');
      const ranges = request.headers.range ? parseRange(size, request.headers.range) : -2;
      if (ranges === -1) return reply.code(416).header('content-range', `bytes */${size}`).send();
      const range = ranges === -2 ? undefined : ranges[0];
      if (!range) {
        return reply.header('content-length', size).send(Readable.from(files.readAll(name, size)));
      }
      const end = Math.min(range.end, range.start + PART_BYTES - 1);
      return reply
        .code(206)
        .header('content-range', `bytes ${range.start}-${end}/${size}`)
        .send(await files.read(name, range.start, end));
    },
  );
}
