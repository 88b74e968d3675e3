import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../http/types.ts';
import { providerPort, type FaultPort, type Faults } from './faults.ts';

/** How long a call that gets no answer keeps its connection open. */
const HOLD_MS = 60_000;

/** Refusal by a counterparty that keeps no record of refused calls. */
const REFUSAL: object = { error: 'try_later', message: 'a fault switched on in the sandbox' };
const FAILURE: object = { error: 'internal', message: 'a fault switched on in the sandbox' };

/**
 * Makes every route of this scope subject to the faults of a port. Routes of a game provider (`:code` in
 * their path) are also subject to that provider's faults. Call before adding the routes.
 * @param failure the body of a 500 answer, in the protocol's own shape.
 */
export function applyFaults(app: App, faults: Faults, port: FaultPort, failure = FAILURE): void {
  const portOf = (request: FastifyRequest): FaultPort => {
    const { code } = request.params as { code?: string };
    return port === 'provider' && code !== undefined ? providerPort(code) : port;
  };
  app.addHook('onRoute', (route) => {
    const handler = route.handler;
    route.handler = async function faulty(request, reply) {
      const { delayMs, lateMs, outcome } = faults.planCall(portOf(request));
      if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
      if (outcome === 'hang_before') return neverAnswer(request, reply);
      // These two faults apply only to calls that do work; queries are answered.
      const isWork = request.method !== 'GET';
      if (outcome === 'hang_late' && isWork) {
        const work = async (): Promise<unknown> => handler.call(this, request, reply);
        // The result is discarded.
        setTimeout(() => void work().catch(() => {}), lateMs).unref();
        return neverAnswer(request, reply);
      }
      if (outcome === 'refuse' && isWork) return reply.code(409).send(REFUSAL);
      if (outcome === 'error_before') return fail(reply, failure);
      const result: unknown = await handler.call(this, request, reply);
      if (outcome === 'hang_after') return neverAnswer(request, reply);
      if (outcome === 'error_after') return fail(reply, failure);
      return result;
    };
  });
}

/** Sends the failure. The work may have begun another answer of another type. */
const fail = (reply: FastifyReply, failure: object): FastifyReply =>
  reply.code(500).type('application/json; charset=utf-8').send(failure);

function neverAnswer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  const { socket } = request.raw;
  const timer = setTimeout(() => socket.destroy(), HOLD_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  return reply;
}
