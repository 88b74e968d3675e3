import type { Socket } from 'node:net';
import type { ErrorBody } from '@krapao/contract/errors';
import swagger from '@fastify/swagger';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { APP_VERSION, REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '@krapao/contract/limits';
import { AppError } from '../kernel/app-error.ts';
import { newId } from '../kernel/ids.ts';
import { validationCode } from './router.ts';
import { addSecurityHeaders, DEFAULT_RULES, type BrowserRules } from './security-headers.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/** How long requests may take to arrive. */
const ARRIVAL = { requestMs: REQUEST_TIMEOUT_MS, uploadMs: UPLOAD_TIMEOUT_MS };

export interface AppOptions {
  arrival?: typeof ARRIVAL;
  rules?: BrowserRules;
}

/** A Fastify with everything that is the same for every call: validation, errors, headers, log. */
export async function createApp(
  logger: Logger,
  { arrival = ARRIVAL, rules = DEFAULT_RULES }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: arrival.uploadMs,
    routerOptions: { maxParamLength: 200 },
    trustProxy: 'loopback',
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerClientError,
  }) as unknown as FastifyInstance;

  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    // Fastify hands null to the check of a body that was not sent.
    const given: unknown = httpPart === 'body' ? (data ?? undefined) : data;
    const parsed = schema.safeParse(given, { reportInput: true });
    return parsed.success
      ? { value: parsed.data }
      : { error: new AppError(validationCode(parsed.error), { cause: parsed.error }) };
  });
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', logResponse);
  // Node has one limit for all requests; those that are no uploads have to be here sooner.
  app.addHook('preParsing', async (request) => {
    if (request.raw.complete || request.routeOptions.config.upload) return;
    const timer = setTimeout(() => request.raw.destroy(), arrival.requestMs);
    request.raw.once('close', () => clearTimeout(timer));
  });

  await addSecurityHeaders(app, rules);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Krapao player API', version: APP_VERSION },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  return app;
}

function answerError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = (message: ErrorBody['message']): ErrorBody => ({ message, requestId: request.id });
  reply.header('cache-control', 'no-store');
  const known = error instanceof AppError ? error : error.cause instanceof AppError ? error.cause : undefined;
  if (known) return reply.status(known.status).send(body(known.code));
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) {
    const isEmpty = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY';
    return reply.status(status).send(body(isEmpty ? 'KEY_MISSING' : 'KEY_INVALID'));
  }
  request.log.error({ err: error }, 'unexpected failure');
  return reply.status(500).send(body('INTERNAL_SERVER_ERROR'));
}

/** Answers what the HTTP parser refused before there was a request: no HTTP, or headers without end. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
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

// The route's pattern is logged, never the address: some of the documented paths hold a password.
async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      ...(request.member && { memberId: request.member.id }),
    },
    'answered',
  );
}
