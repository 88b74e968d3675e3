import type pg from 'pg';

/** Runs a prepared statement. */
export type RunPrepared = <R>(text: string, values: readonly unknown[]) => Promise<R[]>;

/** Returns a runner of prepared statements. Each text keeps one name for the life of the process. */
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
 * The same for a pool of one shared connection. Statements are sent while earlier ones are still being
 * answered, so that the database has the next at hand. A transaction, which needs the connection alone, gets
 * it once those have been answered; later statements wait for it.
 */
export function preparedOnShared(pool: pg.Pool): RunPrepared {
  const nameOf = namer();
  let turn: Turn | undefined;
  const join = (): Turn => {
    // A turn that has the connection accepts no more statements once another user waits for it.
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

/** A period in which statements share the connection. */
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
