import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { migratedPostgresUrl } from '../testing/databases.ts';
import { Heard } from '../testing/heard.ts';
import { ListeningPool } from './listening-pool.ts';
import { createPool } from './postgres-pool.ts';

const NOTIFY = 'SELECT pg_notify($1, $2)';

describe('what is told to the other processes', () => {
  let pool: pg.Pool;
  let listening: ListeningPool;
  let client: pg.PoolClient;
  const received = new Heard<string>();

  beforeAll(async () => {
    pool = createPool({ connectionString: await migratedPostgresUrl(), max: 2 });
    listening = new ListeningPool(pool, () => {});
    client = await listening.connect();
    client.on('notification', ({ payload = '' }) => received.add(payload));
    await client.query('listen "room"');
  });
  afterAll(async () => {
    // The same way the adapter releases it.
    client.removeAllListeners('end');
    client.release();
    await listening.leave();
  });

  it('say to the end what is being said before they leave, and drop what comes later', async () => {
    const own = createPool({ connectionString: await migratedPostgresUrl(), max: 2 });
    const leaving = new ListeningPool(own, () => {});
    const said = Array.from({ length: 20 }, (_, n) => leaving.query(NOTIFY, ['room', `last ${n}`]));
    const left = leaving.leave();
    await expect(leaving.query(NOTIFY, ['room', 'late'])).resolves.toBeDefined();
    await expect(Promise.all(said)).resolves.toHaveLength(20);
    await left;
    await expect(leaving.query(NOTIFY, ['room', 'later'])).resolves.toBeDefined();
  });

  it('leaves although it was still connecting, or the adapter was preparing its connection', async () => {
    const leaveWhen = async (moment: 'connecting' | 'connected') => {
      const own = createPool({ connectionString: await migratedPostgresUrl(), max: 2 });
      const leaving = new ListeningPool(own, () => {});
      const connecting = leaving.connect();
      if (moment === 'connected') await connecting;
      // The adapter has no connection yet that it could release.
      await leaving.leave();
      expect(own.totalCount).toBe(0);
    };
    await leaveWhen('connecting');
    await leaveWhen('connected');
  });

  const tell = (payload: string) => listening.query(NOTIFY, ['room', payload]);

  it('is received in its order, however much of it is told at once', async () => {
    received.forget();
    const said = Array.from({ length: 300 }, (_, index) => `message ${index}`);
    await Promise.all(said.map(tell));
    await received.until((all) => all.length >= said.length);
    expect(received.all).toEqual(said);
  });

  it('is received although something beside it is too long to be told', async () => {
    received.forget();
    const ends = await Promise.allSettled(['one', 'two', 'x'.repeat(9_000), 'three'].map(tell));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    await received.until((all) => all.length >= 3);
    expect(received.all).toEqual(['one', 'two', 'three']);
  });

  it('leaves other questions as they are', async () => {
    expect(await listening.query('select $1::int + 1 as next', [1])).toMatchObject({ rows: [{ next: 2 }] });
  });
});
