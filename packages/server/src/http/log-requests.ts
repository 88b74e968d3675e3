import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../kernel/metrics.ts';
import type { RequestSpan, RequestTracer } from '../kernel/request-tracer.ts';
import { inWorkContext, type WorkContext } from '../kernel/work-context.ts';

const CALLBACKS = '/api/callback/';
const HEALTH = '/health/';

/** Has everything that is done for a request belong to it, and counts and logs how it was answered. */
export function followRequests(app: FastifyInstance, metrics: Metrics, tracer?: RequestTracer): void {
  // Of this line every field is named here, and none is a secret: nothing has to be looked for in it.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, id: requestId } = request;
    request.span = tracer?.begin({ method, route: routeOf(request), requestId, headers });
    request.work = { requestId, ...(request.span && { traceId: request.span.traceId }) };
    within(request, done);
  });
  // A body arrives on behalf of the connection: from here on it is the request's again.
  app.addHook('preValidation', (request, _reply, done) =>
    request.body === undefined ? done() : within(request, done),
  );
  app.addHook('onResponse', (request, reply, done) => {
    count(metrics, request, reply);
    request.span?.end(reply.statusCode);
    logAnswer(log, request, reply);
    done();
  });
}

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown';

function within({ work, span }: FastifyRequest, done: () => void): void {
  inWorkContext(work, () => (span ? span.within(done) : done()));
}

function count(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const route = routeOf(request);
  const { statusCode: status } = reply;
  metrics.httpAnswered({ method: request.method, route, status, seconds: reply.elapsedTime / 1_000 });
  if (status === 401 && route.startsWith(CALLBACKS)) metrics.callbackRefused(route);
}

// The route's pattern is logged, never the address: some of the documented paths hold a password.
function logAnswer(log: FastifyBaseLogger, request: FastifyRequest, reply: FastifyReply): void {
  // Whoever looks after the process asks every second.
  const level = routeOf(request).startsWith(HEALTH) ? 'debug' : 'info';
  // Said in whole here: an answer is seen off on behalf of whoever had it written, often another request.
  const { requestId, transferId, traceId } = request.work;
  log[level](
    {
      requestId,
      transferId,
      traceId,
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      memberId: request.member?.id,
    },
    'answered',
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** On whose behalf the request's work is done: its own, and later its transfer's. */
    work: WorkContext;
    /** Of the trace, where one is taken. */
    span: RequestSpan | undefined;
  }
}
