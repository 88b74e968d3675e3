import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** A Fastify scope whose request types come from the zod schemas of the routes. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The body exactly as received; empty text when there was none. */
    rawBody: string;
    /** The body was not JSON: the route reports it after the signature check. */
    badJson: boolean;
  }
}
