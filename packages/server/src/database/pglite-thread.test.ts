/** @module-tag whole */
import { expect, it, onTestFinished } from 'vitest';
import { emptyImage } from '../testing/pglite-images.ts';
import { PgliteThread } from './pglite-thread.ts';
import { createPoolOfOne } from './postgres-pool.ts';

async function openThread(): Promise<PgliteThread> {
  const thread = await PgliteThread.open('memory://', await emptyImage());
  onTestFinished(() => thread.close());
  return thread;
}

it('takes a message of any size, and gives one', async () => {
  const thread = await openThread();
  const pool = createPoolOfOne(() => thread.connect());
  onTestFinished(() => pool.end());
  const text = 'กระเป๋า'.repeat(200_000);
  const { rows } = await pool.query('select $1::text as text, n from generate_series(1, 3) n', [text]);
  expect(rows.map(({ n }) => n)).toEqual([1, 2, 3]);
  expect(rows.every((row) => row.text === text)).toBe(true);
});

it('gives a connection that comes after another nothing of that one', async () => {
  const thread = await openThread();
  const pool = createPoolOfOne(() => thread.connect());
  onTestFinished(() => pool.end());
  await pool.query('create table kept (n int)');
  const first = await pool.connect();
  await first.query({ name: 'same', text: 'select 1 as n' });
  await first.query('set timezone to "Asia/Bangkok"');
  await first.query('begin');
  await first.query('insert into kept values (1)');
  // Releases the connection as broken: its transaction is not committed.
  first.release(true);

  const second = await pool.connect();
  const { rows } = await second.query({
    name: 'same',
    text: `select count(*)::int as n, current_setting('timezone') as zone from kept`,
  });
  expect(rows).toEqual([{ n: 0, zone: 'UTC' }]);
  second.release();
});

it('fails what is asked once it has ended', async () => {
  const thread = await openThread();
  const pool = createPoolOfOne(() => thread.connect());
  onTestFinished(() => pool.end());
  await pool.query('select 1');
  await thread.close();
  await expect(pool.query('select 1')).rejects.toThrow('the PGlite thread has ended');
});

it('says why it cannot be opened', async () => {
  await expect(PgliteThread.open('/proc/nowhere/pglite')).rejects.toThrow(/ENOENT|EACCES|EROFS/);
});
