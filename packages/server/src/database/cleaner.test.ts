import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPostgres } from '../testing/databases.ts';
import { systemClock } from '../kernel/clock.ts';
import { TestClock } from '../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Cleaner } from './cleaner.ts';
import type { Database } from './open.ts';

const YEAR_DAYS = 365;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('the cleaner', () => {
  const clock = new TestClock();
  let server: TestServer;
  let other: Database;
  let cleaner: Cleaner;

  beforeAll(async () => {
    const { open } = await sharedPostgres();
    server = await startTestServer({ clock, open });
    other = await open();
    cleaner = new Cleaner({ database: server.database, clock, chatFileDays: YEAR_DAYS });
  });
  afterAll(async () => {
    await other.close();
    await server.stop();
  });

  const countOf = async (table: string): Promise<number> => {
    const { rows } = await sql<{ count: bigint }>`select count(*) as count from ${sql.table(table)}`.execute(
      server.database.queries,
    );
    return Number(rows[0]?.count);
  };

  it('throws away what is over, and nothing that is not', async () => {
    const { api } = await server.members.join();
    await server.api.call('POST /api/login', {
      body: { username: server.members.nextPhone(), password: 'no' },
    });
    await server.members.verifyPhone(server.members.nextPhone());
    const tables = ['session', 'otp', 'verified_phone', 'login_back_off', 'limit_count'];
    const before = await Promise.all(tables.map(countOf));
    expect(before.every((count) => count > 0)).toBe(true);
    expect(await cleaner.sweep()).toBe(false);
    expect(await Promise.all(tables.map(countOf))).toEqual(before);

    clock.forward(3 * DAY_MS);
    await cleaner.sweep();
    // A session lasts thirty days.
    expect(await Promise.all(tables.map(countOf))).toEqual([before[0], 0, 0, 0, 0]);
    clock.forward(30 * DAY_MS);
    await cleaner.sweep();
    expect(await api.refused('GET /api/wallet')).toBe('EXPIRED_AUTH_TOKEN');
    clock.forward(7 * DAY_MS);
    await cleaner.sweep();
    expect(await countOf('session')).toBe(0);
  });

  it('sums of a limit are kept for some days after their period, and then thrown away', async () => {
    const { api } = await server.members.join();
    for (const period of ['day', 'month'] as const)
      await api.ok('PUT /api/protection/limits', { body: { kind: 'deposit', period, amount: 100 } });
    const { queries } = server.database;
    const left = async (days: number) => {
      await sql`update protection_sum set since = now() - ${days}::int * interval '1 day'
        where game = 0 and amount = 0`.execute(queries);
      await cleaner.sweep();
      const { rows } = await sql<{ period: string }>`
        select distinct period from protection_sum order by 1`.execute(queries);
      return rows.map(({ period }) => period);
    };
    // The next period has a row as well.
    await sql`delete from protection_sum s
      where exists (select from protection_sum o where o.period = s.period and o.since < s.since)`.execute(
      queries,
    );
    expect(await left(0)).toEqual(['day', 'month']);
    expect(await left(4)).toEqual(['month']);
    expect(await left(40)).toEqual([]);
  });

  it('keeps the files of messages, and throws those away that were never sent', async () => {
    const guestId = randomUUID();
    const upload = async () => {
      const form = new FormData();
      const create = { width: 8, height: 8, channels: 3, background: '#357' } as const;
      const gif = await sharp({ create }).gif().toBuffer();
      form.append('file', new Blob([new Uint8Array(gif)], { type: 'image/gif' }), 'a.gif');
      const url = `${server.url}/api/chat/upload-image?guestId=${guestId}`;
      const headers = { 'x-requested-with': 'wallet-user' };
      const response = await fetch(url, { method: 'POST', body: form, headers });
      expect(response.status).toBe(200);
      return (await response.json()) as { filePath: string; url: string };
    };
    const [sent, forgotten] = [await upload(), await upload()];
    const message = { message_type: 'media', payload: { ...sent, message: '', fileType: 'image' } };
    const body = {
      _id: randomUUID(),
      sender: 'customer',
      message,
      session_id: '',
      userId: '',
      guestId,
      username: '',
      name: '',
      deviceToken: '',
    };
    const reply = await server.api.send('POST', '/api/chat/send-message', body);
    expect(reply.body).toMatchObject({ guestId });
    // Uses the real time, which the database puts on files.
    const today = new Cleaner({ database: server.database, clock: systemClock, chatFileDays: YEAR_DAYS });
    const isThere = async ({ url }: { url: string }) => (await fetch(server.url + url)).status === 200;
    await today.sweep();
    expect([await isThere(sent), await isThere(forgotten)]).toEqual([true, true]);
    await sql`update chat_file set created_at = created_at - interval '60 days'`.execute(
      server.database.queries,
    );
    await today.sweep();
    expect([await isThere(sent), await isThere(forgotten)]).toEqual([true, false]);
    await today.sweep();
    expect(await isThere(sent)).toBe(true);
  });

  it('takes a part at a time, beside others that do the same', async () => {
    const expire = BigInt(clock.now().getTime() - 1);
    await sql`insert into limit_count (key, points, expire)
      select 'old ' || n, 1, ${expire}::bigint from generate_series(1, 1200) as n`.execute(
      server.database.queries,
    );
    const second = new Cleaner({ database: other, clock, chatFileDays: YEAR_DAYS });
    for (let hasMore = true; hasMore;) {
      const [one, two] = await Promise.all([cleaner.sweep(), second.sweep()]);
      hasMore = one || two;
    }
    expect(await countOf('limit_count')).toBe(0);
  });

  it('leaves rows alone that somebody holds', async () => {
    await sql`insert into limit_count (key, points, expire) values ('held', 1, 0), ('free', 1, 0)`.execute(
      server.database.queries,
    );
    await other.transaction(async (tx) => {
      await sql`select from limit_count where key = 'held' for update`.execute(tx);
      await cleaner.sweep();
    });
    const left = await other.queries.selectFrom('limit_count').select('key').execute();
    expect(left).toEqual([{ key: 'held' }]);
  });
});
