import { Failure } from '../kernel/batcher.ts';

const DEADLOCK = '40P01';
/** What the database does not take as data, or its constraints do not allow. */
const FAULT_OF_ONE = /^2[23]/;

/**
 * For a batch that is one statement, which fails whole by the fault of one item: the database does not take its
 * content, another process made its id at the same moment. What was rolled back is done again item by item, and
 * the fault hits that one alone.
 * @param run answers one result an item, in order
 */
export function faultsApart<I, O>(
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
