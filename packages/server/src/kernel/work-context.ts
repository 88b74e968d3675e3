import { AsyncLocalStorage } from 'node:async_hooks';

/** The context of running work; every log line carries these fields. */
export interface WorkContext {
  /** The request being answered. */
  requestId?: string;
  /** The transfer being made or settled, the last one if there are several. */
  transferId?: string;
  /** The trace of the work, if tracing is on. */
  traceId?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs work in a context, including the asynchronous work that it starts. */
export function inWorkContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work);
}

/** Returns the current context; undefined in a process's own background work. */
export const workContext = (): WorkContext | undefined => storage.getStore();

/** Adds fields to the current context. */
export function noteInContext(known: WorkContext): void {
  const context = storage.getStore();
  if (context) Object.assign(context, known);
}
