import { chat } from '@krapao/contract/chat';
import { GUEST_HEADER } from '@krapao/contract/limits';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { filePolicy } from '../../http/content-policy.ts';
import { callerOf } from '../../http/caller.ts';
import type { Router } from '../../http/router.ts';
import { streamUpload } from '../../http/stream-upload.ts';
import { bytesOfUpload, readUpload } from '../../http/upload.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { CallLimits } from '../../http/call-limits.ts';
import type { FileLinks, LinkQuery } from './file-links.ts';
import type { FileHands } from '../files/service.ts';
import { CHAT_FILE, dispositionOf, type ChatFile, type ChatFiles } from './files.ts';
import type { Customer } from './repo.ts';
import type { ChatService } from './service.ts';

/** Maximum number of concurrent guest uploads in a process. */
const GUEST_UPLOADS = 12;
/** Approximate duration of an upload. */
const UPLOAD_MS = 5_000;

/** Returns the guest id of an upload. Older clients send it in the query, which proxies log. */
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
    hands,
  }: { chat: ChatService; chatFiles: ChatFiles; fileLinks: FileLinks; hands: FileHands },
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

  /** Counts an upload's bytes against the memory limits until it ends. */
  const holding = async (
    customer: Customer,
    request: FastifyRequest,
    bytes: number,
    work: () => Promise<ChatFile>,
  ): Promise<ChatFile> => {
    const isGuest = customer.memberId === undefined;
    if (isGuest && guestUploads >= GUEST_UPLOADS) {
      throw new AppError('REQUEST_LIMIT', { retryAfterMs: UPLOAD_MS });
    }
    const release = hands.uploads.hold(
      { memberId: customer.memberId, address: callerOf(request).address },
      bytes,
    );
    if (isGuest) guestUploads += 1;
    try {
      const kept = await work();
      return { ...kept, url: fileLinks.sign(kept.url) };
    } finally {
      if (isGuest) guestUploads -= 1;
      release();
    }
  };
  let guestUploads = 0;

  router.add(chat['POST /api/chat/upload-image'], ({ member, query, request }) => {
    const customer = service.customerOf(member, guestOf(request, query), callerOf(request));
    return holding(customer, request, bytesOfUpload(request), async () =>
      files.keepPicture(customer, await readUpload(request)),
    );
  });

  router.add(chat['POST /api/chat/upload-video'], ({ member, query, request }) => {
    const customer = service.customerOf(member, guestOf(request, query), callerOf(request));
    return holding(customer, request, files.bytesOfVideo, () =>
      files.keepVideo(customer, (take) => streamUpload(request, take)),
    );
  });

  router.add(chat['PUT /api/chat/read-customer/'], async ({ member, body, request }) => {
    await service.markRead(service.customerOf(member, body.guestId, callerOf(request)));
    return { message: 'OK' };
  });
}

/** Idle time after which a reader's connection is closed. */
const READER_IDLE_MS = 60_000;

/** Bytes of a file in this process's memory and socket while it is read. */
const READER_BYTES = 256 * 1024;

/** Serves chat files by links that expire after some hours and need no session. */
export function chatFileRoute(
  app: FastifyInstance,
  parts: { chatFiles: ChatFiles; fileLinks: FileLinks; limits: Pick<CallLimits, 'file'>; hands: FileHands },
): void {
  const { chatFiles: files, fileLinks, limits, hands } = parts;
  app.get<{ Params: { name: string }; Querystring: LinkQuery }>(
    `${CHAT_FILE}:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      // An expired or forged link is refused before any query.
      if (!fileLinks.accepts(name, request.query)) throw new AppError('NO_DATA');
      limits.file(name);
      const file = await files.describe(name);
      const { mime, size } = file;
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
      const { start, end } = range ?? { start: 0, end: size - 1 };
      if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
      const release = hands.readers.hold(
        { memberId: undefined, address: callerOf(request).address },
        READER_BYTES,
      );
      reply.raw.once('close', release);
      reply.raw.setTimeout(READER_IDLE_MS, () => reply.raw.destroy());
      // Reads one part at a time, and the next one when the reader has consumed it.
      const content = Readable.from(files.read(file, { start, end }), { highWaterMark: 1 });
      return reply.header('content-length', end - start + 1).send(content);
    },
  );
}
