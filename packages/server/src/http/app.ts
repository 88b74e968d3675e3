import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '@krapao/contract/limits';
import { AppError } from '../kernel/app-error.ts';
import { newId } from '../kernel/ids.ts';
import { Metrics } from '../kernel/metrics.ts';
import type { RequestTracer } from '../kernel/request-tracer.ts';
import { answerClientError, answerError, answerExpectation } from './answer-error.ts';
import { lazySerializers } from './lazy-serializers.ts';
import { followRequests } from './log-requests.ts';
import type { TrustProxy } from '../kernel/trust-proxy.ts';
import { declared } from './declared-errors.ts';
import { openApi, type Webhooks } from './openapi.ts';
import { validationCode } from './router.ts';
import { addSecurityHeaders, DEFAULT_RULES, type BrowserRules } from './security-headers.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/** Longest time for a request to arrive. */
const ARRIVAL = { requestMs: REQUEST_TIMEOUT_MS, uploadMs: UPLOAD_TIMEOUT_MS };

export interface AppOptions {
  arrival?: typeof ARRIVAL;
  rules?: BrowserRules;
  /** Proxies trusted to state a client's address; none by default. */
  trustProxy?: TrustProxy;
  metrics?: Metrics;
  tracer?: RequestTracer | undefined;
  /** Callbacks of counterparties, for the OpenAPI document. */
  webhooks?: Webhooks;
  /**
   * Replies with an internal error to a code that the contract does not declare for the call: in development
   * and tests.
   */
  assertsErrors?: boolean;
}

/** Creates a Fastify server with everything that all calls share: validation, errors, headers, log. */
export async function createApp(logger: Logger, options: AppOptions = {}): Promise<FastifyInstance> {
  const { arrival = ARRIVAL, rules = DEFAULT_RULES, trustProxy = () => false } = options;
  const { metrics = new Metrics(), tracer, assertsErrors = false } = options;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    // The log takes the request's id from the work context.
    childLoggerFactory: (parent) => parent,
    // Requests on kept-alive connections are answered while the process stops, not refused.
    return503OnClosing: false,
    // Node's own refusal of a request without a host does not use our error format.
    http: { requireHostHeader: false },
    bodyLimit: BODY_LIMIT_BYTES,
    // A busy machine loads the parts slowly. The operator's supervisor decides how long a start may take.
    pluginTimeout: 0,
    requestTimeout: arrival.uploadMs,
    routerOptions: { maxParamLength: 200 },
    trustProxy,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerClientError,
  }) as unknown as FastifyInstance;

  app.server.on('checkExpectation', answerExpectation);

  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    // Fastify passes null to the validator if there is no body.
    const given: unknown = httpPart === 'body' ? (data ?? undefined) : data;
    const parsed = schema.safeParse(given, { reportInput: true });
    return parsed.success
      ? { value: parsed.data }
      : { error: new AppError(validationCode(parsed.error), { cause: parsed.error }) };
  });
  app.setSerializerCompiler(lazySerializers(app));
  const away = (): void => metrics.databaseAway();
  app.setErrorHandler((error: Parameters<typeof answerError>[0], request, reply) =>
    answerError(assertsErrors ? declared(error, request) : error, request, reply, away),
  );
  followRequests(app, metrics, tracer);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const isMissing = request.raw.httpVersion === '1.1' && request.headers.host === undefined;
    done(isMissing ? new AppError('KEY_MISSING') : undefined);
  });
  // Node has one timeout for all requests; requests that are not uploads must arrive sooner.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { raw, headers } = request;
    const isHere = raw.complete || raw.readableLength >= Number(headers['content-length']);
    if (!isHere && !request.routeOptions.config.upload) {
      const timer = setTimeout(() => request.raw.destroy(), arrival.requestMs);
      request.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });

  addSecurityHeaders(app, rules);
  await app.register(swagger, openApi(options.webhooks ?? {}));
  return app;
}
