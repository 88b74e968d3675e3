import type { IncomingHttpHeaders } from 'node:http';

/** One request in a trace. */
export interface RequestSpan {
  traceId: string;
  /** Runs work as part of the request, including the asynchronous work that it starts. */
  within<T>(work: () => T): T;
  end(status: number): void;
}

/** Traces requests if a setting enables it. */
export interface RequestTracer {
  /** @param call `route` is the pattern: addresses may contain secrets */
  begin(call: {
    method: string;
    route: string;
    requestId: string;
    headers: IncomingHttpHeaders;
  }): RequestSpan;
}

/** Tracing of a process, from its start to its end. */
export interface Tracing extends RequestTracer {
  /** Flushes pending spans. */
  stop(): Promise<void>;
}
