/** @module-tag whole */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resealAll } from './composition/reseal.ts';
import { SEALED_COLUMNS } from './composition/sealed-values.ts';
import { openDatabase } from './database/open.ts';
import { createLogger } from './kernel/logger.ts';
import { createSecrets } from './kernel/secrets.ts';
import { readSettings, SettingsError } from './kernel/settings.ts';
import { startServer, type RunningServer } from './start-server.ts';
import { migratedPostgresUrl, postgresDatabase } from './testing/databases.ts';
import { eventually } from './testing/eventually.ts';
import { Members, type TestMember } from './testing/members.ts';
import { OutsideWorld, SECRET } from './testing/counterparties-world.ts';

const OLD = 'the key that the installation began with';
const NEW = 'the key that takes its place afterwards';

describe('secret keys', { timeout: 120_000 }, () => {
  let world: OutsideWorld;

  beforeAll(async () => {
    world = await OutsideWorld.start(undefined, { isAsked: false });
  });
  afterAll(() => world.stop());

  const start = (DATABASE_URL: string, SECRET_KEY: string, SECRET_KEYS_OLD = ''): Promise<RunningServer> =>
    startServer(
      readSettings({
        PORT: '0',
        SANDBOX_URL: world.url,
        SANDBOX_SECRET: SECRET,
        WEB_DIR: '/nowhere',
        AUDIT_HOUR: 'off',
        DATABASE_URL,
        SECRET_KEY,
        SECRET_KEYS_OLD,
      }),
      createLogger('silent'),
    );
  const reseal = async (databaseUrl: string, key: string, old: readonly string[]) => {
    const database = await openDatabase({ databaseUrl, databasePool: 2, dataDir: '' });
    try {
      return await resealAll(database, createSecrets(key, old));
    } finally {
      await database.close();
    }
  };
  const readiness = async ({ url }: RunningServer) =>
    ((await (await fetch(`${url}/health/ready`)).json()) as { status: string }).status;

  it('stop a start with another key than the one in use, in one line', async () => {
    const databaseUrl = await migratedPostgresUrl();
    const first = await start(databaseUrl, OLD);
    await first.stop();
    const starting = start(databaseUrl, NEW);
    await expect(starting).rejects.toThrow(SettingsError);
    await expect(starting).rejects.toThrow(
      /^SECRET_KEY: values in this database are sealed with another key, [0-9a-f]{8}; set that one[^\n]*$/,
    );
    const again = await start(databaseUrl, OLD);
    expect(await readiness(again)).toBe('ready');
    await again.stop();
  });

  it('stop it on a database from before keys were listed, too', async () => {
    const databaseUrl = await migratedPostgresUrl();
    const first = await start(databaseUrl, OLD);
    const member = await new Members(first.url, world).joinWith(0, { game: true });
    const before = await member.credentials();
    await first.stop();
    const database = await openDatabase({ databaseUrl, databasePool: 2, dataDir: '' });
    await sql`delete from secret_key`.execute(database.queries);
    await database.close();

    await expect(start(databaseUrl, NEW)).rejects.toThrow(/^SECRET_KEY: [^\n]+ another key; set that one/);
    const again = await start(databaseUrl, NEW, OLD);
    expect(await new Members(again.url, world).of(member.registration, member.token).credentials()).toEqual(
      before,
    );
    await again.stop();
    expect(await reseal(databaseUrl, NEW, [OLD])).toBeGreaterThan(0);
    const last = await start(databaseUrl, NEW);
    expect(await new Members(last.url, world).of(member.registration, member.token).credentials()).toEqual(
      before,
    );
    await last.stop();
  });

  it('are changed under two running processes, and nobody notices', async () => {
    const databaseUrl = await migratedPostgresUrl();
    let [a, b] = await Promise.all([start(databaseUrl, OLD), start(databaseUrl, OLD)]);
    const made: { member: TestMember; password: string }[] = [];
    /** Opens a member's game account in one process and reads its password in the other. */
    const play = async (at: RunningServer, other: RunningServer, members: Members) => {
      const member = await members.join();
      await member.activate();
      const { password } = await member.credentials();
      made.push({ member, password });
      const there = new Members(other.url, world).of(member.registration, member.token);
      expect((await there.credentials()).password).toBe(password);
      expect(at.url).not.toBe(other.url);
    };
    const members = new Members(a.url, world);
    await play(a, b, members);

    // The processes restart one after the other with both keys. Meanwhile the other one has only the old key.
    await b.stop();
    b = await start(databaseUrl, NEW, OLD);
    await play(a, b, members);
    const atB = new Members(b.url, world);
    const early = await atB.join({ username: '0899990001', bankAccountNo: '1899990001' });
    await early.activate();
    expect((await new Members(a.url, world).of(early.registration, early.token).credentials()).password).toBe(
      (await early.credentials()).password,
    );
    await a.stop();
    a = await start(databaseUrl, NEW, OLD);

    // Members register while values are resealed.
    const during = new Members(a.url, world);
    for (let skip = 0; skip < 20; skip += 1) during.nextPhone();
    const resealing = { isDone: false };
    const [resealed] = await Promise.all([
      reseal(databaseUrl, NEW, [OLD]).finally(() => (resealing.isDone = true)),
      (async () => {
        while (!resealing.isDone) await play(a, b, during);
      })(),
    ]);
    expect(resealed).toBeGreaterThanOrEqual(3);
    expect(made.length).toBeGreaterThan(2);

    await Promise.all([a.stop(), b.stop()]);
    await expect(start(databaseUrl, OLD)).rejects.toThrow(/^SECRET_KEY: /);
    const last = await start(databaseUrl, NEW);
    for (const { member, password } of made) {
      const again = new Members(last.url, world).of(member.registration, member.token);
      expect((await again.credentials()).password).toBe(password);
    }
    expect(await reseal(databaseUrl, NEW, [])).toBe(0);
    await last.stop();
  });

  it('take a process out of service that lacks the new one', async () => {
    const databaseUrl = await migratedPostgresUrl();
    const server = await start(databaseUrl, OLD);
    expect(await readiness(server)).toBe('ready');
    await reseal(databaseUrl, NEW, [OLD]);
    // The whole server's next look for other keys, on its own timer.
    await eventually(async () => expect(await readiness(server)).toBe('secret key'));
    await server.stop();
  });

  it('reseal every column of sealed values that there is', async () => {
    const database = await postgresDatabase();
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and column_name like 'sealed%'`.execute(database.queries);
    await database.close();
    const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ place }) => place).sort()).toEqual(known.sort());
  });
});
