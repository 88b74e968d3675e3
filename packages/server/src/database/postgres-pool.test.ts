import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isDatabaseAway } from '../kernel/database-away.ts';
import { migratedPostgresUrl } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { createPool } from './postgres-pool.ts';

const STATEMENT_TIMEOUT_MS = 300;

/** A connection to the tests' PostgreSQL that can fall silent or break. */
async function lineTo(url: string) {
  const sockets = new Set<Socket>();
  const line = { isSilent: false, break: () => sockets.forEach((socket) => socket.destroy()) };
  const target = new URL(url);
  const { port, hostname } = target;
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => to.destroy());
      from.on('data', (chunk) => line.isSilent || to.write(chunk));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.port = String((server.address() as AddressInfo).port);
  target.hostname = '127.0.0.1';
  onTestFinished(() => {
    line.break();
    server.close();
  });
  return { line, url: target.href };
}

async function poolOverLine() {
  const { line, url } = await lineTo(await migratedPostgresUrl());
  const pool = createPool({ connectionString: url, max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  onTestFinished(() => pool.end());
  return { line, pool };
}

describe('connections to PostgreSQL', () => {
  it('outlive a line that breaks, idle, at work and between two statements', async () => {
    const { line, pool } = await poolOverLine();
    await pool.query('select 1');
    line.break();
    await eventually(async () => expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }]));

    const client = await pool.connect();
    await client.query('begin');
    line.break();
    await expect(client.query('select 3')).rejects.toSatisfy(isDatabaseAway);
    client.release();
    expect((await pool.query('select 4 as n')).rows).toEqual([{ n: 4 }]);
  });

  it('give up one whose other side has fallen silent, and never take a late answer for another question', async () => {
    const { line, pool } = await poolOverLine();
    await pool.query('select 1');
    line.isSilent = true;
    await expect(pool.query('select 2')).rejects.toSatisfy(isDatabaseAway);
    line.isSilent = false;
    expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }]);
  });

  it('end a statement that takes too long, and go on', async () => {
    const { pool } = await poolOverLine();
    await expect(pool.query('select pg_sleep(60)')).rejects.toSatisfy(isDatabaseAway);
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  });

  it('leave a server that takes no writes', async () => {
    const { pool } = await poolOverLine();
    const pid = async () =>
      (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    const before = await pid();
    await pool.query('set default_transaction_read_only = on');
    await expect(pool.query('create table t (n int)')).rejects.toSatisfy(isDatabaseAway);
    expect(await eventually(pid)).not.toBe(before);
    await pool.query('create table t (n int)');
  });
});
