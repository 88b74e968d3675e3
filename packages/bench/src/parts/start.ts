import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BenchError } from '../bench-error.ts';
import { MEMBERS } from '../load/member-requests.ts';
import { figureOf, inTurns, ratioOf } from '../measure.ts';
import type { Context, Part } from '../part.ts';
import { createMigrated } from '../postgres/databases.ts';
import { freePort } from '@krapao/e2e/support/free-port';
import { Program } from '../programs/program.ts';
import { fillPglite } from '../seed/fill-pglite.ts';
import { fill } from '../seed/fill.ts';

const STORE = { members: MEMBERS, movementsEach: 5 };

/** Time of a built server from its start to its first 200, on an existing store. */
export const startPart: Part = {
  name: 'start',
  async run(context) {
    const folder = mkdtempSync(path.join(tmpdir(), 'krapao-bench-start-'));
    const database = await createMigrated(context.postgresUrl);
    try {
      await fill(database.url, STORE);
      await fillPglite(folder, STORE);
      const onPglite = (): Promise<number> => startServer(context, folder, {});
      const onPostgres = (): Promise<number> =>
        startServer(context, folder, { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32) });
      // The first start of each loads the operator's content, so it is not measured.
      await onPglite();
      await onPostgres();
      const opener = path.join(context.root, 'packages/bench/dist/programs/open-pglite.js');
      const results = await inTurns(context.runs, {
        node: () => timeOf(['-e', '0']),
        pgliteAlone: () => timeOf([opener, path.join(folder, 'pglite')]),
        pglite: onPglite,
        postgres: onPostgres,
      });
      const figures = {
        node: figureOf(results.node, 'ms'),
        pgliteAlone: figureOf(results.pgliteAlone, 'ms'),
        pglite: figureOf(results.pglite, 'ms'),
        postgres: figureOf(results.postgres, 'ms'),
      };
      return [
        {
          id: 'start.pglite',
          what: 'start on PGlite, to the first 200 of /health/ready',
          figure: figures.pglite,
          yardstick: { what: 'PGlite alone', figure: figures.pgliteAlone },
          ratio: ratioOf(figures.pglite, figures.pgliteAlone),
          target: { of: 'figure', atMost: 1_500 },
        },
        {
          id: 'start.postgres',
          what: 'start on PostgreSQL, to the first 200 of /health/ready',
          figure: figures.postgres,
          yardstick: { what: 'node -e 0', figure: figures.node },
          ratio: ratioOf(figures.postgres, figures.node),
          target: { of: 'figure', atMost: 700 },
        },
      ];
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function startServer(
  context: Context,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const server = await Program.start({
    name: 'server',
    root: context.root,
    script: 'packages/server/bundle/main.js',
    port,
    readyPath: '/health/ready',
    logFile: path.join(folder, 'server.log'),
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      AUDIT_HOUR: 'off',
      CONSOLE_PORT: 'off',
      DATA_DIR: folder,
      ...context.serverEnv,
      ...env,
    },
  });
  await server.stop();
  return server.startedInMs;
}

/** Returns the duration of a Node program in milliseconds. @throws BenchError when it fails */
async function timeOf(args: readonly string[]): Promise<number> {
  const beganMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new BenchError(`node ${args.join(' ')} ended with ${code}`);
  return performance.now() - beganMs;
}
