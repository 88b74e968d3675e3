import type { FastifyInstance } from 'fastify';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { lateReplyWriter, type ReplyWriter } from './reply-writer.ts';

/** Delay after the start, so that a client waiting for the start is served first. */
const AFTER_START_MS = 500;

/**
 * Lazy serializers: compiles the serializer of each reply on first use or, after the start, one per turn of
 * the event loop. The start waits for none, and hardly any player does.
 */
export function lazySerializers(app: FastifyInstance): (route: { schema: unknown }) => ReplyWriter {
  const waiting: (() => ReplyWriter)[] = [];

  const compileAll = async (): Promise<void> => {
    await delay(AFTER_START_MS, undefined, { ref: false });
    for (const compile of waiting.splice(0)) {
      compile();
      await nextTurn();
    }
  };
  app.addHook('onListen', (done) => {
    compileAll().catch((error: unknown) => app.log.error({ err: error }, 'a reply cannot be written'));
    done();
  });

  return ({ schema }) => {
    const compiled = lateReplyWriter(schema as z.ZodType);
    waiting.push(compiled);
    return (reply) => compiled()(reply);
  };
}
