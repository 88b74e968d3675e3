/** Counts the calls of the operator's server by the protocol that they speak. */
import type { App } from './types.ts';

export class CallCounts {
  readonly #counts = new Map<string, number>();

  /** Counts the calls of a scope under a name. */
  watch(scope: App, protocol: string): void {
    scope.addHook('onRequest', async () => {
      this.#counts.set(protocol, (this.#counts.get(protocol) ?? 0) + 1);
    });
  }

  /** Returns the numbers of calls since the sandbox started, by protocol. */
  list(): Record<string, number> {
    return Object.fromEntries([...this.#counts].toSorted(([one], [other]) => one.localeCompare(other)));
  }
}

/** Control: returns the numbers of calls. */
export function callCountRoutes(app: App, calls: CallCounts): void {
  app.get('/control/calls', async () => calls.list());
}
