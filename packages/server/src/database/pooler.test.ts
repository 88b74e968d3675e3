import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../kernel/logger.ts';
import { readSettings, SettingsError } from '../kernel/settings.ts';
import { startServer } from '../start-server.ts';
import { migratedPostgresUrl, postgresUrl } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { freePort } from '../testing/free-port.ts';
import { startTransactionPooler } from '../testing/transaction-pooler.ts';
import { assertSessionsAreKept } from './pooler.ts';
import { createPool } from './postgres-pool.ts';

const REFUSAL = /^DATABASE_URL: leads to a pooler that gives every transaction another connection[^\n]+$/;
const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** Starts PgBouncer in front of the tests' PostgreSQL. @returns its address */
async function startPgBouncer(databaseUrl: string, mode: 'session' | 'transaction'): Promise<string> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-pgbouncer-'));
  const config = path.join(folder, 'pgbouncer.ini');
  await chmod(folder, 0o755);
  await writeFile(
    config,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = extra_float_digits
`,
  );
  const isRoot = process.getuid?.() === 0;
  const child = spawn('pgbouncer', [...(isRoot ? ['-u', 'nobody'] : []), config], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  target.hostname = '127.0.0.1';
  target.port = String(port);
  const url = target.href;
  await eventually(async () => {
    const pool = createPool({ connectionString: url, max: 1 });
    try {
      await pool.query('select 1');
    } finally {
      await pool.end();
    }
  });
  return url;
}

describe('a pooler before the database', { timeout: 60_000 }, () => {
  it('that gives every transaction another connection is refused', async () => {
    const url = await startTransactionPooler(await postgresUrl());
    for (let round = 0; round < 3; round += 1) {
      await expect(assertSessionsAreKept(url)).rejects.toThrow(SettingsError);
      await expect(assertSessionsAreKept(url)).rejects.toThrow(REFUSAL);
    }
  });

  it('stops the start of a server before anything is done', async () => {
    const DATABASE_URL = await startTransactionPooler(await migratedPostgresUrl());
    const starting = startServer(readSettings({ DATABASE_URL, PORT: '0' }), createLogger('silent'));
    await expect(starting).rejects.toThrow(REFUSAL);
  });

  it('is none where PostgreSQL itself answers', async () => {
    await assertSessionsAreKept(await postgresUrl());
  });

  it.runIf(hasPgBouncer)(
    'is refused as PgBouncer in transaction mode, and taken in session mode',
    async () => {
      const databaseUrl = await postgresUrl();
      const [transaction, session] = [
        await startPgBouncer(databaseUrl, 'transaction'),
        await startPgBouncer(databaseUrl, 'session'),
      ];
      await expect(assertSessionsAreKept(transaction)).rejects.toThrow(REFUSAL);
      await assertSessionsAreKept(session);
    },
  );
});
