import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { migratedPostgresUrl } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { ListeningPool } from './listening-pool.ts';
import { createPool } from './postgres-pool.ts';

const NOTIFY = 'SELECT pg_notify($1, $2)';

describe('what is told to the other processes', () => {
  let pool: pg.Pool;
  let listening: ListeningPool;
  let client: pg.PoolClient;
  let heard: string[] = [];

  beforeAll(async () => {
    pool = createPool({ connectionString: await migratedPostgresUrl(), max: 2 });
    listening = new ListeningPool(pool, () => {});
    client = await listening.connect();
    client.on('notification', ({ payload = '' }) => heard.push(payload));
    await client.query('listen "room"');
  });
  afterAll(async () => {
    listening.close();
    // As the adapter lets go of it.
    client.removeAllListeners('end');
    client.release();
    await pool.end();
  });

  const tell = (payload: string) => listening.query(NOTIFY, ['room', payload]);

  it('is heard in its order, however much of it is told at once', async () => {
    heard = [];
    const said = Array.from({ length: 300 }, (_, index) => `message ${index}`);
    await Promise.all(said.map(tell));
    await eventually(() => expect(heard).toEqual(said));
  });

  it('is heard although something beside it is too long to be told', async () => {
    heard = [];
    const ends = await Promise.allSettled(['one', 'two', 'x'.repeat(9_000), 'three'].map(tell));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    await eventually(() => expect(heard).toEqual(['one', 'two', 'three']));
  });

  it('leaves other questions as they are', async () => {
    expect(await listening.query('select $1::int + 1 as next', [1])).toMatchObject({ rows: [{ next: 2 }] });
  });
});
