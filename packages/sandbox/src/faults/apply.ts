import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../http/types.ts';
import type { FaultPort, Faults } from './faults.ts';

/** How long an answer that never comes keeps its connection open. */
const HOLD_MS = 60_000;

/** Makes every route of this scope subject to the faults of a port. Call before adding the routes. */
export function applyFaults(app: App, faults: Faults, port: FaultPort): void {
  app.addHook('onRoute', (route) => {
    const handler = route.handler;
    route.handler = async function faulty(request, reply) {
      const { delayMs, outcome } = faults.planCall(port);
      if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
      if (outcome === 'hang_before') return neverAnswer(request, reply);
      if (outcome === 'error_before') return answer500(reply);
      const result: unknown = await handler.call(this, request, reply);
      if (outcome === 'hang_after') return neverAnswer(request, reply);
      if (outcome === 'error_after') return answer500(reply);
      return result;
    };
  });
}

const answer500 = (reply: FastifyReply): FastifyReply =>
  reply.code(500).send({ error: 'internal', message: 'a fault switched on in the sandbox' });

function neverAnswer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  const { socket } = request.raw;
  const timer = setTimeout(() => socket.destroy(), HOLD_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  return reply;
}
