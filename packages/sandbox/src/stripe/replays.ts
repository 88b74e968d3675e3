/**
 * Stripe's idempotency keys (A): the first answer to a key is given again to its repeats for a day, a 500 included;
 * other parameters under the same key are an error, and answers about the parameters are not kept.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isEqual } from '../services/equal.ts';
import { Refusal, type ServiceError } from '../services/refusal.ts';
import type { Change, Store } from '../store/store.ts';
import type { StripeReplayRecord } from '../store/stripe-records.ts';
import type { App } from '../http/types.ts';
import { isBeforeTheWork, refuse } from './errors.ts';

const KEPT_MS = 86_400_000;
const MAX_KEY = 255;

type Work = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

export class Replays {
  readonly #store: Store;
  readonly #now: () => number;
  /** Requests whose key is new. */
  readonly #firsts = new WeakSet<FastifyRequest>();

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Keeps a 500 as the answer to its key, whatever was done. */
  watch(scope: App): void {
    scope.addHook('preHandler', async (request) => {
      const key = keyOf(request);
      if (key !== undefined && !this.#find(key)) this.#firsts.add(request);
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      const key = keyOf(request);
      if (key !== undefined) reply.header('idempotency-key', key);
      const isKept = key !== undefined && reply.statusCode === 500 && this.#firsts.has(request);
      if (isKept)
        this.#save(key, [request, reply], { status: 500, body: JSON.parse(String(payload)) as unknown });
      return payload;
    });
  }

  /** Returns a handler that works once for a key. */
  once(work: Work): Work {
    return async (request, reply) => {
      const key = keyOf(request);
      if (key === undefined) return work(request, reply);
      const known = this.#find(key);
      if (known) return replay(known, request, reply);
      try {
        const body = await work(request, reply);
        this.#save(key, [request, reply], { status: reply.statusCode, body });
        return body;
      } catch (error) {
        const answer = error instanceof Refusal && !isBeforeTheWork(error.answer) ? error.answer : null;
        if (answer) this.#save(key, [request, reply], answer);
        throw error;
      }
    };
  }

  #find(key: string): StripeReplayRecord | undefined {
    const known = this.#store.get('stripeReplays', key);
    return known && known.at > this.#now() - KEPT_MS ? known : undefined;
  }

  #save(key: string, [request, reply]: [FastifyRequest, FastifyReply], { status, body }: ServiceError): void {
    const at = this.#now();
    const old = this.#store.list('stripeReplays').filter((one) => one.at <= at - KEPT_MS);
    const text = JSON.stringify(body);
    const requestId = String(reply.getHeader('request-id'));
    const kept = { key, request: contentOf(request), status, body: text, requestId, at };
    this.#store.commit([
      ...old.map((one): Change => ({ table: 'stripeReplays', key: one.key, value: null })),
      { table: 'stripeReplays', key, value: kept },
    ]);
  }
}

/** @throws Refusal `idempotency_error` for another request; and what the first one was refused with */
function replay(known: StripeReplayRecord, request: FastifyRequest, reply: FastifyReply): object {
  if (!isEqual(contentOf(request), known.request)) refuse('idempotency_error');
  reply.headers({ 'idempotent-replayed': 'true', 'original-request': known.requestId });
  const body = JSON.parse(known.body) as object;
  if (known.status >= 400) throw new Refusal({ status: known.status, body });
  reply.code(known.status);
  return body;
}

function keyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return method === 'POST' && typeof key === 'string' ? key.slice(0, MAX_KEY) : undefined;
}

const contentOf = ({ method, url, body }: FastifyRequest): string =>
  JSON.stringify([method, url, body ?? null]);
