import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something is done; every line of the log carries what is known of it. */
export interface WorkContext {
  /** The request being answered. */
  requestId?: string;
  /** The transfer being made or settled, the last one where there are several. */
  transferId?: string;
  /** The trace the work belongs to, where traces are taken. */
  traceId?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Does work on behalf of something: what it awaits and starts belongs to it too. */
export function inWorkContext<T>(context: WorkContext, work: () => T): T {
  return storage.run(context, work);
}

/** On whose behalf this is being done; undefined for a process's own rounds. */
export const workContext = (): WorkContext | undefined => storage.getStore();

/** Adds what has become known of the work under way. */
export function noteInContext(known: WorkContext): void {
  const context = storage.getStore();
  if (context) Object.assign(context, known);
}
