import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

type Row = Record<string, unknown>;
/** Rows by table. */
type Tables = Map<string, Row[]>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // Background work writes down where it begins.
  await server.workOff();
});
afterAll(() => server.stop());

/** Reads every table but the counts of calls, without the orders that transfers belong to. */
async function readTables(): Promise<Tables> {
  const { queries } = server.database;
  const { rows: names } = await sql<{ name: string }>`
    select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> 'limit_count' order by 1`.execute(queries);
  const tables: Tables = new Map();
  for (const { name } of names) {
    const { rows } = await sql<{
      row: Row;
    }>`select to_jsonb(t) #- '{detail,orderId}' as row from ${sql.table(name)} t`.execute(queries);
    tables.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return tables;
}

/** Returns the rows that some work adds or changes, by table; house accounts come last. */
async function rowsOf(work: () => Promise<unknown>): Promise<Tables> {
  const before = await readTables();
  await work();
  await server.workOff();
  const added: Tables = new Map();
  for (const [name, rows] of await readTables()) {
    const known = new Set(before.get(name)?.map((row) => JSON.stringify(row)));
    const others = rows.filter((row) => !known.has(JSON.stringify(row)));
    others.sort((a, b) => Number(a['house'] ?? 0) - Number(b['house'] ?? 0));
    if (others.length > 0) added.set(name, others);
  }
  return added;
}

/** Returns a row with the kind of a value alone where two real rows differ. */
function likeness(row: Row, one: Row, other: Row): Row {
  const entries = Object.entries(row).map(([key, value]) => {
    const [first, second] = [one[key], other[key]];
    if (isObject(value) && isObject(first) && isObject(second)) return [key, likeness(value, first, second)];
    const isSame = JSON.stringify(first) === JSON.stringify(second);
    return [key, isSame ? value : `a ${value === null ? 'null' : typeof value}`];
  });
  return Object.fromEntries(entries) as Row;
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** Expects rows like those of two real ways, but for the tables that only those write. */
function expectAlike(seeded: Tables, [first, second]: readonly [Tables, Tables], onTheWay: string[]): void {
  expect([...second.keys()]).toEqual([...first.keys()]);
  expect([...seeded.keys(), ...onTheWay].sort()).toEqual([...first.keys()].sort());
  for (const [name, rows] of seeded) {
    const [ones, others] = [first.get(name) ?? [], second.get(name) ?? []];
    expect([rows.length, others.length], name).toEqual([ones.length, ones.length]);
    rows.forEach((row, at) => {
      const [one, other] = [ones[at]!, others[at]!];
      expect(likeness(row, one, other), name).toEqual(likeness(one, one, other));
    });
  }
}

it('a seeded member has what a registration leaves, but for the way there', async () => {
  const register = () => rowsOf(() => server.members.register());
  const registered = [await register(), await register()] as const;
  const seeded = await rowsOf(() => server.members.join());
  expectAlike(seeded, registered, ['otp']);
});

it('a seeded deposit has what a paid QR leaves, but for the order', async () => {
  const pay = async () => {
    const member = await server.members.register();
    return rowsOf(() => member.payQr(200));
  };
  const paid = [await pay(), await pay()] as const;
  const member = await server.members.join();
  const seeded = await rowsOf(async () => {
    await member.deposit(200);
    // Reading the wallet counts coins.
    await member.wallet();
  });
  expectAlike(seeded, paid, ['qr_order']);
});
