/** One field that differs between the state before and after an act. */
export interface Difference {
  /** Names of the fields that lead to it, with points between. */
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** Returns the fields that differ, in the order of the state after the act; those that are gone come last. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const old = leavesOf(before);
  const now = leavesOf(after);
  const paths = new Set([...now.keys(), ...old.keys()]);
  return [...paths]
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((one) => one.before !== one.after);
}

/** Returns every value that is no object itself, by its path. */
export function leavesOf(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object') return new Map([[path, String(value as string | number | boolean)]]);
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return new Map([[path, value.join(', ')]]);
  }
  const nested = Object.entries(value).flatMap(([name, inner]) => [
    ...leavesOf(inner, path === '' ? name : `${path}.${name}`),
  ]);
  return new Map(nested);
}
