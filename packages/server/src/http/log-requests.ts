import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../kernel/metrics.ts';
import type { RequestSpan, RequestTracer } from '../kernel/request-tracer.ts';
import { inWorkContext, type WorkContext } from '../kernel/work-context.ts';

const CALLBACKS = '/api/callback/';
const HEALTH = '/health/';

/** Gives each request a work context, and counts and logs its reply. */
export function followRequests(app: FastifyInstance, metrics: Metrics, tracer?: RequestTracer): void {
  // All fields of this line are named here and none is a secret, so it needs no redaction.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, id: requestId } = request;
    request.span = tracer?.begin({ method, route: routeOf(request), requestId, headers });
    request.work = { requestId, ...(request.span && { traceId: request.span.traceId }) };
    within(request, done);
  });
  // A body arrives in the connection's context: from here on the work runs in the request's context again.
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

// Logs the route's pattern and never the address: some of the documented paths contain a password.
function logAnswer(log: FastifyBaseLogger, request: FastifyRequest, reply: FastifyReply): void {
  // Probes arrive every second.
  const level = routeOf(request).startsWith(HEALTH) ? 'debug' : 'info';
  // The fields are set explicitly: a reply's end runs in the context that wrote it, often another request's.
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
    /** Context of the request's work: its own id, and later its transfer's. */
    work: WorkContext;
    /** Span of the trace, if tracing is on. */
    span: RequestSpan | undefined;
  }
}
