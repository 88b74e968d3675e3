import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './process.mjs';
import { startPostgres } from './postgres.mjs';

/** @type {typeof import('pg')} */
const pg = createRequire(join(root, 'packages/server/package.json'))('pg');

async function query(/** @type {string} */ url, /** @type {string} */ sql) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** @returns {Promise<boolean>} */
function listens(/** @type {number} */ port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

test('keeps what is committed over a restart and over a crash, and leaves nothing behind', async () => {
  const postgres = await startPostgres({ source: 'embedded' });
  await query(postgres.url, 'create table kept (n int)');
  await query(postgres.url, 'insert into kept values (1)');
  await postgres.restart();
  await query(postgres.url, 'insert into kept values (2)');
  await query(postgres.url, 'checkpoint');
  await postgres.restart('immediate');
  expect(await query(postgres.url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);

  expect(existsSync(postgres.dataDir ?? '')).toBe(true);
  await postgres.stop();
  expect(existsSync(postgres.dataDir ?? '')).toBe(false);
  expect(await listens(postgres.port)).toBe(false);
});

test('ends with the process that started it, even a killed one', async () => {
  const owner = spawn(process.execPath, [join(root, 'scripts/tools/postgres.mjs'), '--embedded'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await once(owner.stdout, 'data');
  const port = Number(new URL(String(chunk).replace('url: ', '').trim()).port);
  expect(await listens(port)).toBe(true);

  owner.kill('SIGKILL');
  await expect.poll(() => listens(port), { timeout: 10_000 }).toBe(false);
});
