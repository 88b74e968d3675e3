import type pg from 'pg';

/** Runs a statement that connections keep prepared. */
export type RunPrepared = <R>(text: string, values: readonly unknown[]) => Promise<R[]>;

/** Statements that keep their name for the life of the process: one for each text, however often it runs. */
export function preparedOn(pool: pg.Pool): RunPrepared {
  const nameOf = namer();
  return async <R>(text: string, values: readonly unknown[]) => {
    const client = await pool.connect();
    try {
      return await run<R>(client, nameOf(text), text, values);
    } finally {
      client.release();
    }
  };
}

/**
 * The same on a pool of one connection, which is shared: a statement is sent while others are still being answered, so
 * that the database has the next at hand. Whoever waits for the connection to themselves, as a transaction does, has it
 * once those have been answered; what comes after them waits its turn.
 */
export function preparedOnShared(pool: pg.Pool): RunPrepared {
  const nameOf = namer();
  let turn: Turn | undefined;
  const join = (): Turn => {
    // One that has the connection takes nobody in any more once somebody else waits for it.
    if (!turn || (turn.isOn && pool.waitingCount > 0)) turn = new Turn(pool.connect());
    turn.users += 1;
    return turn;
  };
  const leave = async (left: Turn): Promise<void> => {
    left.users -= 1;
    if (left.users > 0) return;
    if (turn === left) turn = undefined;
    (await left.client).release();
  };
  return async <R>(text: string, values: readonly unknown[]) => {
    const joined = join();
    try {
      return await run<R>(await joined.client, nameOf(text), text, values);
    } finally {
      await leave(joined);
    }
  };
}

/** The time for which statements share the connection. */
class Turn {
  readonly client: Promise<pg.PoolClient>;
  isOn = false;
  users = 0;

  constructor(connecting: Promise<pg.PoolClient>) {
    this.client = connecting.then((client) => {
      this.isOn = true;
      return client;
    });
  }
}

function namer(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text) ?? `krapao_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

async function run<R>(
  client: pg.PoolClient,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const { rows } = await client.query({ name, text, values: [...values] });
  return rows as R[];
}
