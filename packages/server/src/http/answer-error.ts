import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@krapao/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, CodedError } from '../kernel/app-error.ts';
import { isDatabaseAway, isDeadlock } from '../kernel/database-away.ts';

/** Retry-After of a refusal without a known wait. */
const RETRY_LATER_MS = 60_000;

/** Retry-After of a reply that the service is unavailable. */
const RETRY_AFTER_S = 2;

/**
 * Replies with the catalogue code of an error.
 * @param told called for every reply that the database is unavailable
 */
export function answerError(
  error: FastifyError | CodedError,
  request: FastifyRequest,
  reply: FastifyReply,
  told: () => void = () => undefined,
): FastifyReply {
  const body = (message: string) => ({ message, requestId: request.id });
  // A request that never reached a route has no headers yet.
  reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
  const known =
    error instanceof CodedError ? error : error.cause instanceof CodedError ? error.cause : undefined;
  if (known) {
    if (known.status === 429)
      reply.header('retry-after', Math.ceil((known.retryAfterMs ?? RETRY_LATER_MS) / 1_000));
    return reply.status(known.status).send(body(known.code));
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) {
    const isEmpty = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY';
    return reply.status(status).send(body(isEmpty ? 'KEY_MISSING' : 'KEY_INVALID'));
  }
  const isAway = isDatabaseAway(error);
  if (isAway || isDeadlock(error)) {
    if (isAway) told();
    request.log.error({ err: error }, isAway ? 'database away' : 'deadlock');
    const away = new AppError('SERVICE_UNAVAILABLE');
    return reply.header('retry-after', RETRY_AFTER_S).status(away.status).send(body(away.code));
  }
  request.log.error({ err: error }, 'unexpected failure');
  return reply.status(500).send(body('INTERNAL_SERVER_ERROR'));
}

/** Replies to input that the HTTP parser refused: not HTTP, or endless headers. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const text = JSON.stringify({ message: 'KEY_INVALID' } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${text.length}\r\n\r\n${text}`,
  );
}

/** Replies to a request with an Expect header that this server does not support. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const text = JSON.stringify({ message: 'KEY_INVALID' } satisfies ErrorBody);
  response.writeHead(417, {
    connection: 'close',
    'content-type': 'application/json',
    'content-length': text.length,
  });
  response.end(text);
}
