import type pg from 'pg';

/** Runs a statement that connections keep prepared. */
export type RunPrepared = <R>(text: string, values: readonly unknown[]) => Promise<R[]>;

/** Statements that keep their name for the life of the process: one for each text, however often it runs. */
export function preparedOn(pool: pg.Pool): RunPrepared {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `krapao_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  return async <R>(text: string, values: readonly unknown[]) => {
    const client = await pool.connect();
    try {
      const { rows } = await client.query({ name: nameOf(text), text, values: [...values] });
      return rows as R[];
    } finally {
      client.release();
    }
  };
}
