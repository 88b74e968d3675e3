import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How an upload ended: with its one file, and the name and type its sender gives it, or why there is none. */
export type Upload =
  | { outcome: 'file'; bytes: Buffer; fileName: string; mime: string }
  /** No file in the field that was asked for, or an empty one. */
  | { outcome: 'none' }
  | { outcome: 'too_many' }
  | { outcome: 'too_large' }
  /** Not a form, or one that breaks off. */
  | { outcome: 'broken' };

/** A sender that falls silent for this long is hung up on. */
const IDLE_MS = 60_000;

const FIELDS = 4;

/** How often it is looked whether what has arrived is being read, and how often in vain before the form is given up. */
const LOOK_EVERY_MS = 250;
const LOOKS = 8;

/** Adds routes that take forms with a file; elsewhere such a form is refused unread. */
export function uploadScope(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart);
    add(scope);
  });
}

/** Reads the one file of a form into memory. Only on routes whose spec has `upload`. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const { upload } = request.routeOptions.config;
  if (!upload) throw new Error('the route takes no upload');
  if (!request.isMultipart()) return { outcome: 'none' };
  request.raw.setTimeout(IDLE_MS, () => request.raw.destroy());
  const watch = watchReading(request.raw);
  try {
    return await Promise.race([readForm(request, upload.field, upload.maxBytes), watch.standstill]);
  } catch (error) {
    const outcome = OUTCOMES[(error as { code?: string }).code ?? ''];
    if (outcome) return { outcome };
    // What breaks is told by plain errors of several layers; none of them is a fault of ours.
    request.log.info({ err: error }, 'upload broke off');
    return { outcome: 'broken' };
  } finally {
    watch.end();
    request.raw.setTimeout(0);
  }
}

/**
 * The parser waits for ever on some forms with broken headers: bytes that have arrived and that nobody takes, for
 * looks on end, are the end of the form. A sender that is slow leaves nothing lying.
 */
function watchReading(raw: IncomingMessage): { standstill: Promise<never>; end: () => void } {
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
  const end = (): void => {
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
  const limits = { fileSize: maxBytes, files: 1, fields: FIELDS, fieldSize: 1_024, parts: FIELDS + 1 };
  let file: Upload | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    const content = await part.toBuffer();
    if (part.fieldname !== field || content.length === 0) continue;
    file = { outcome: 'file', bytes: content, fileName: part.filename, mime: part.mimetype };
  }
  return file ?? { outcome: 'none' };
}
