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

/** How an upload ends that has no file to take. */
export type Unreadable = Exclude<Upload, { outcome: 'file' }>;

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
  const watch = watchReading(request.raw);
  try {
    return await Promise.race([readForm(request, upload.field, upload.maxBytes), watch.standstill]);
  } catch (error) {
    return outcomeOf(error, request);
  } finally {
    watch.end();
  }
}

/** How an upload ended whose form could not be read. */
export function outcomeOf(error: unknown, request: FastifyRequest): Unreadable {
  const outcome = OUTCOMES[(error as { code?: string }).code ?? ''];
  if (outcome) return { outcome };
  // What breaks is told by plain errors of several layers; none of them is a fault of ours.
  request.log.info({ err: error }, 'upload broke off');
  return { outcome: 'broken' };
}

/** How many bytes of a file a call may bring into memory: what its sender says, or what the route takes at most. */
export function bytesOfUpload(request: FastifyRequest): number {
  const most = request.routeOptions.config.upload?.maxBytes ?? 0;
  const said = Number(request.headers['content-length']);
  return Number.isInteger(said) ? Math.min(said, most) : most;
}

/** What a form with one file may hold. */
export const formLimits = (maxBytes: number) => ({
  fileSize: maxBytes,
  files: 1,
  fields: FIELDS,
  fieldSize: 1_024,
  parts: FIELDS + 1,
});

/**
 * The parser waits for ever on some forms with broken headers: bytes that have arrived and that nobody takes, for
 * looks on end, are the end of the form. A sender that is slow leaves nothing lying; one that falls silent is hung up on.
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
