import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../http/types.ts';
import type { Time } from '../time/time.ts';
import { providerPort, type FaultPort, type Faults } from './faults.ts';

/** Refusal by a counterparty that keeps no record of refused calls. */
const REFUSAL: object = { error: 'try_later', message: 'a fault switched on in the sandbox' };
const FAILURE: object = { error: 'internal', message: 'a fault switched on in the sandbox' };

/** The page that a proxy or a firewall shows in front of a service. */
const PAGE = '<!doctype html><html><head><title>502</title></head><body><h1>Bad Gateway</h1></body></html>';

/** A field that no document of the service names. */
const EXTRA = { x_unannounced: { since: '2026-01-01', values: [1, null, 'ก'] } };

/** Names of fields that hold amounts, in any service's answers. */
const AMOUNT_NAME = /amount|balance|credit|before|after/i;

export interface FaultAnswers {
  /** Body of a 500. */
  readonly failure?: object;
  /** Answer of the fault `refused`. */
  readonly refusal?: { readonly status: number; readonly body: unknown };
}

/**
 * Makes every route of this scope subject to the faults of a port. Routes of a game provider (`:code` in
 * their path) are also subject to that provider's faults. Call before adding the routes.
 * @param answers the answers of some faults in the protocol's own shape.
 */
export function applyFaults(app: App, faults: Faults, port: FaultPort, answers: FaultAnswers = {}): void {
  const { failure = FAILURE, refusal = { status: 409, body: REFUSAL } } = answers;
  const portOf = (request: FastifyRequest): FaultPort => {
    const { code } = request.params as { code?: string };
    return port === 'provider' && code !== undefined ? providerPort(code) : port;
  };
  app.addHook('onRoute', (route) => {
    const handler = route.handler;
    route.handler = async function faulty(request, reply) {
      const { delayMs, lateMs, outcome } = faults.planCall(portOf(request));
      if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
      if (outcome === 'hang_before') return neverAnswer(request, reply, faults.time);
      // These two faults apply only to calls that do work; queries are answered.
      const isWork = request.method !== 'GET';
      if (outcome === 'hang_late' && isWork) {
        const work = async (): Promise<unknown> => handler.call(this, request, reply);
        // The result is discarded.
        faults.time.after(lateMs, () => work().catch(() => {}));
        return neverAnswer(request, reply, faults.time);
      }
      if (outcome === 'refuse' && isWork) return reply.code(refusal.status).send(refusal.body);
      if (outcome === 'error_before') return fail(reply, failure);
      if (outcome === 'html_before') return showPage(reply);
      const result: unknown = await handler.call(this, request, reply);
      if (outcome === 'hang_after') return neverAnswer(request, reply, faults.time);
      if (outcome === 'error_after') return fail(reply, failure);
      if (outcome === 'html_after') return showPage(reply);
      if (!isPlainObject(result)) return result;
      const whole = faults.planMissing(portOf(request)) ? withoutAmounts(result) : result;
      return faults.planExtra(portOf(request)) ? { ...whole, ...EXTRA } : whole;
    };
  });
}

/** Sends the failure. The work may have begun another answer of another type. */
const fail = (reply: FastifyReply, failure: object): FastifyReply =>
  reply.code(500).type('application/json; charset=utf-8').send(failure);

const showPage = (reply: FastifyReply): FastifyReply =>
  reply.code(200).type('text/html; charset=utf-8').send(PAGE);

/** A reply object is no answer of its own: the answer was sent through it. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns an answer without the fields that hold amounts, at any depth. */
const withoutAmounts = (answer: object): object =>
  Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => !AMOUNT_NAME.test(name))
      .map(([name, value]) => [name, withoutAmountsIn(value)]),
  );

function withoutAmountsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAmountsIn);
  return isPlainObject(value) ? withoutAmounts(value) : value;
}

/** Leaves a call without an answer. */
export function neverAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { silenceMs }: Pick<Time, 'silenceMs'>,
): FastifyReply {
  reply.hijack();
  const { socket } = request.raw;
  const timer = setTimeout(() => socket.destroy(), silenceMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  return reply;
}
