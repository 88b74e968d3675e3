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
  try {
    return await readForm(request, upload.field, upload.maxBytes);
  } catch (error) {
    const outcome = OUTCOMES[(error as { code?: string }).code ?? ''];
    if (outcome) return { outcome };
    // What breaks is told by plain errors of several layers; none of them is a fault of ours.
    request.log.info({ err: error }, 'upload broke off');
    return { outcome: 'broken' };
  } finally {
    request.raw.setTimeout(0);
  }
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
