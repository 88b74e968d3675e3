import type { FastifyRequest } from 'fastify';
import type { Unreadable } from '../domain/upload.ts';
import { formLimits, outcomeOf, watchReading } from './upload.ts';

/** A file while it arrives. */
export interface IncomingFile {
  fileName: string;
  mime: string;
  /** Fails if the file is too large or the sender disconnects. */
  content: AsyncIterable<Buffer>;
}

/** Result of a streamed upload. */
export type StreamedUpload<T> = { outcome: 'file'; value: T } | Unreadable;

/**
 * Streams the one file of a form to a consumer. The rest of the form is read and discarded, so that the
 * sender gets the reply. Only for routes whose spec has `upload`.
 * @param take its failure is thrown, unless the form is broken
 */
export async function streamUpload<T>(
  request: FastifyRequest,
  take: (file: IncomingFile) => Promise<T>,
): Promise<StreamedUpload<T>> {
  const { upload } = request.routeOptions.config;
  if (!upload) throw new Error('the route takes no upload');
  if (!request.isMultipart()) return { outcome: 'none' };
  let taken: Promise<{ value: T } | { error: unknown }> | undefined;
  let breakOff: (error: Error) => void = () => undefined;

  const readForm = async (): Promise<void> => {
    for await (const part of request.parts({ limits: formLimits(upload.maxBytes) })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === upload.field && !taken) {
        const { file } = part;
        breakOff = (error) => file.destroy(error);
        const content = chunksOf(file);
        taken = take({ fileName: part.filename, mime: part.mimetype, content }).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        await taken;
      }
      part.file.resume();
    }
  };

  const watch = watchReading(request.raw);
  try {
    await Promise.race([readForm(), watch.standstill]);
  } catch (error) {
    breakOff(error as Error);
    // The consumer must not continue after the reply.
    await taken;
    return outcomeOf(error, request);
  } finally {
    watch.end();
  }
  const ended = await taken;
  if (!ended) return { outcome: 'none' };
  if ('error' in ended) throw ended.error;
  return { outcome: 'file', value: ended.value };
}

interface PartFile {
  readonly truncated: boolean;
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<unknown>;
}

/** Keeps the stream open when its reader stops early: the rest of the form follows. */
async function* chunksOf(file: PartFile): AsyncGenerator<Buffer> {
  for await (const chunk of file.iterator({ destroyOnReturn: false })) {
    if (file.truncated) break;
    yield chunk as Buffer;
  }
  if (file.truncated) throw new Error('the file is larger than it may be');
}
