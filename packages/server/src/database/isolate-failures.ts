import { Failure } from '../kernel/batcher.ts';

const DEADLOCK = '40P01';
/** States of invalid data and violated constraints. */
const FAULT_OF_ONE = /^2[23]/;

/**
 * Isolates failures in a batch that is one statement. Such a batch fails as a whole because of one item:
 * invalid data, or an id that another process has just used. The rolled-back batch is run again item by item,
 * so that only the faulty item fails.
 * @param run returns one result per item, in order
 */
export function isolateFailures<I, O>(
  run: (items: readonly I[]) => Promise<readonly (O | Failure)[]>,
): (items: readonly I[]) => Promise<readonly (O | Failure)[]> {
  return async (items) => {
    try {
      return await run(items);
    } catch (error) {
      if (items.length === 1 || !isOfOneItem(error)) throw error;
      const results: (O | Failure)[] = [];
      for (const item of items) {
        results.push(...(await run([item]).catch((failure: unknown) => [new Failure(failure)])));
      }
      return results;
    }
  };
}

function isOfOneItem(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return code === DEADLOCK || FAULT_OF_ONE.test(code);
}
