import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Unreadable, Upload } from '../domain/upload.ts';

/** A sender that is silent for this long is disconnected. */
const IDLE_MS = 60_000;

const FIELDS = 4;

/**
 * Interval of the checks that arrived bytes are being read, and the failed checks in a row after which the
 * form is dropped.
 */
const LOOK_EVERY_MS = 250;
const LOOKS = 8;

/** Adds routes that accept forms with a file; other routes refuse such a form unread. */
export function uploadScope(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart);
    add(scope);
  });
}

/** Reads the one file of a form into memory. Only for routes whose spec has `upload`. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const { upload } = request.routeOptions.config;
  if (!upload) throw new Error('the route takes no upload');
  if (!request.isMultipart()) return { outcome: 'none' };
  const watch = watchReading(request.raw);
  try {
    return await Promise.race([readForm(request, upload.field, upload.maxBytes), watch.standstill]);
  } catch (error) {
    return outcomeOf(error, request);
  } finally {
    watch.end();
  }
}

/** Returns the result of an upload whose form could not be read. */
export function outcomeOf(error: unknown, request: FastifyRequest): Unreadable {
  const outcome = OUTCOMES[(error as { code?: string }).code ?? ''];
  if (outcome) return { outcome };
  // Several layers report broken forms as plain errors; none of them is a bug of ours.
  request.log.info({ err: error }, 'upload broke off');
  return { outcome: 'broken' };
}

/**
 * Returns how many bytes of a file a call may bring into memory: the declared length, at most the route's
 * limit.
 */
export function bytesOfUpload(request: FastifyRequest): number {
  const most = request.routeOptions.config.upload?.maxBytes ?? 0;
  const said = Number(request.headers['content-length']);
  return Number.isInteger(said) ? Math.min(said, most) : most;
}

/** Returns the limits of a form with one file. */
export const formLimits = (maxBytes: number) => ({
  fileSize: maxBytes,
  files: 1,
  fields: FIELDS,
  fieldSize: 1_024,
  parts: FIELDS + 1,
});

/**
 * Detects a stalled parser. It waits forever on some forms with broken headers: bytes that have arrived and
 * stay unread for several checks in a row end the form. A slow sender leaves no bytes unread; a silent one is
 * disconnected.
 */
export function watchReading(raw: IncomingMessage): { standstill: Promise<never>; end: () => void } {
  let taken = 0;
  let takenBefore = -1;
  let looks = 0;
  const count = (part: Buffer): void => {
    taken += part.length;
  };
  raw.on('data', count);
  let timer: NodeJS.Timeout | undefined;
  const standstill = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const isWaiting = raw.complete || raw.readableLength > 0;
      looks = isWaiting && taken === takenBefore ? looks + 1 : 0;
      takenBefore = taken;
      if (looks < LOOKS) return;
      raw.unpipe();
      reject(new Error('the form came to a standstill'));
    }, LOOK_EVERY_MS);
  });
  raw.setTimeout(IDLE_MS, () => raw.destroy());
  const end = (): void => {
    raw.setTimeout(0);
    clearInterval(timer);
    raw.off('data', count);
  };
  return { standstill, end };
}

const OUTCOMES: Readonly<Record<string, 'too_many' | 'too_large' | undefined>> = {
  FST_FILES_LIMIT: 'too_many',
  FST_FIELDS_LIMIT: 'too_many',
  FST_PARTS_LIMIT: 'too_many',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
};

async function readForm(request: FastifyRequest, field: string, maxBytes: number): Promise<Upload> {
  let file: Upload | undefined;
  for await (const part of request.parts({ limits: formLimits(maxBytes) })) {
    if (part.type !== 'file') continue;
    const content = await part.toBuffer();
    if (part.fieldname !== field || content.length === 0) continue;
    file = { outcome: 'file', bytes: content, fileName: part.filename, mime: part.mimetype };
  }
  return file ?? { outcome: 'none' };
}
