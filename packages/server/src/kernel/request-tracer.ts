import type { IncomingHttpHeaders } from 'node:http';

/** One request in a trace. */
export interface RequestSpan {
  traceId: string;
  /** What this does and starts belongs to the request. */
  within<T>(work: () => T): T;
  end(status: number): void;
}

/** Takes traces of requests, where a setting asks for them. */
export interface RequestTracer {
  /** @param call `route` is the pattern: addresses may hold secrets */
  begin(call: {
    method: string;
    route: string;
    requestId: string;
    headers: IncomingHttpHeaders;
  }): RequestSpan;
}

/** Traces of a process, from its start to its end. */
export interface Tracing extends RequestTracer {
  /** Sends what has not been sent. */
  stop(): Promise<void>;
}
