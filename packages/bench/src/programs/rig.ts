import { HttpLoad } from '../load/http-runner.ts';
import type { Context } from '../part.ts';
import { createMigrated, databaseAt, type BenchDatabase } from '../postgres/databases.ts';
import { fill, type FillOptions } from '../seed/fill.ts';
import { startStack, type Stack, type StackOptions } from './stack.ts';

/** Servers on a database with members, and their load generator. */
export interface Rig {
  database: BenchDatabase;
  stack: Stack;
  /** Ports of the servers. */
  ports: readonly number[];
  load: HttpLoad;
  stop(): Promise<void>;
}

export interface RigOptions extends Omit<StackOptions, 'databaseUrl'> {
  /** Contents of a new database, or the name of an existing one that stays. */
  data: FillOptions | string;
}

export async function openRig(context: Context, { data, ...options }: RigOptions): Promise<Rig> {
  const isKept = typeof data === 'string';
  const database = isKept ? databaseAt(context.postgresUrl, data) : await createMigrated(context.postgresUrl);
  if (!isKept) await fill(database.url, data);
  const stack = await startStack(context, {
    profile: context.profile,
    ...options,
    databaseUrl: database.url,
  });
  const load = new HttpLoad(context);
  return {
    database,
    stack,
    ports: stack.servers.map(({ port }) => port),
    load,
    async stop() {
      await load.stop();
      await stack.stop();
      if (!isKept) await database.drop();
    },
  };
}
