import { createRequire } from 'node:module';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { APP_VERSION } from '@krapao/contract/limits';
import type { Tracing } from '../kernel/request-tracer.ts';

const SERVICE_NAME = 'krapao-server';

/**
 * Traces requests with their database queries and outgoing calls, and sends them by OTLP over HTTP. Only
 * requests are traced: background work would be most of the volume. Spans contain no address, no statement's
 * parameter and no part of a body.
 * @param url of the collector, without `/v1/traces`
 */
export function openTelemetry(url: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': APP_VERSION }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new PgInstrumentation({ requireParentSpan: true, enhancedDatabaseReporting: false }),
      new UndiciInstrumentation({
        requireParentforSpans: true,
        // Paths of counterparties may contain personal data.
        requestHook: (span, { origin }) => {
          span.setAttribute('url.full', origin);
          span.setAttribute('url.path', '');
          span.setAttribute('url.query', '');
        },
      }),
    ],
  });
  // The driver is patched when it is first required; later imports get the patched one.
  createRequire(import.meta.url)('pg');
  const tracer = trace.getTracer(SERVICE_NAME, APP_VERSION);

  return {
    begin({ method, route, requestId, headers }) {
      const parent = propagation.extract(ROOT_CONTEXT, headers);
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'http.route': route, 'krapao.request_id': requestId },
        },
        parent,
      );
      const within = trace.setSpan(parent, span);
      return {
        traceId: span.spanContext().traceId,
        within: (work) => context.with(within, work),
        end(status) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}
