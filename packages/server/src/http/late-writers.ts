import type { FastifyInstance } from 'fastify';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { lateReplyWriter, type ReplyWriter } from './reply-writer.ts';

/** Until then whoever waits for the start has seen its end. */
const AFTER_START_MS = 500;

/**
 * Compiles the writer of each reply at its first use or, one a turn of the event loop, when the server has started:
 * a start waits for none, and hardly any player.
 */
export function lateWriters(app: FastifyInstance): (route: { schema: unknown }) => ReplyWriter {
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
