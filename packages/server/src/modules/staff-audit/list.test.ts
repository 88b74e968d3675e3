import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { newId } from '../../kernel/ids.ts';
import { postgresDatabase } from '../../testing/databases.ts';
import { SHELL } from '../../testing/staff.ts';
import { listActs } from './list.ts';
import { recordAct } from './service.ts';

let database: Database;
/** Times of the acts 1 to 6, to the microsecond. */
let times: string[];

beforeAll(async () => {
  database = await postgresDatabase();
  for (let n = 1; n <= 6; n += 1) {
    const act = { actor: SHELL, action: 'test', subject: `s${n % 2}`, outcome: 'done' } as const;
    await database.transaction((tx) => recordAct(tx, act));
  }
  const { rows } = await sql<{ at: string }>`select at::text as at from staff_audit order by id`.execute(
    database.queries,
  );
  times = rows.map(({ at }) => at);
});
afterAll(() => database.close());

const ids = async (filter: Parameters<typeof listActs>[1]): Promise<string> =>
  (await listActs(database.queries, filter)).items.map(({ id }) => id).join(' ');

describe('acts of a span of time', () => {
  it('begin at its first moment and end before its last', async () => {
    expect(await ids({ from: times[1], until: times[4] })).toBe('4 3 2');
    expect(await ids({ from: times[3] })).toBe('6 5 4');
    expect(await ids({ until: times[2] })).toBe('2 1');
    expect(await ids({ from: times[1], until: times[4], subject: 's0' })).toBe('4 2');
    expect(await ids({ from: times[1], until: times[4], after: '4' })).toBe('3 2');
  });

  it('are none before the first act and after the last', async () => {
    expect(await ids({ until: '2000-01-01T00:00:00Z' })).toBe('');
    expect(await ids({ from: '2999-01-01T00:00:00Z' })).toBe('');
    expect(await ids({ until: '2999-01-01T00:00:00Z' })).toBe('6 5 4 3 2 1');
  });
});

describe('acts of a subject or a person', () => {
  it('are found by the id alone, and by the address', async () => {
    const id = newId();
    const email = 'somsri@staff.example';
    await database.queries.insertInto('staff').values({ id, email, name: 'Somsri' }).execute();
    const act = { action: 'test', outcome: 'done', actor: { ...SHELL, id } } as const;
    for (const subject of ['member 4kx', 'payout 4kx', 'member 4kxy']) {
      await database.transaction((tx) => recordAct(tx, { ...act, subject }));
    }
    const subjects = async (filter: Parameters<typeof listActs>[1]) =>
      (await listActs(database.queries, filter)).items.map(({ subject }) => subject);
    expect(await subjects({ subject: '4kx' })).toEqual(['payout 4kx', 'member 4kx']);
    expect(await subjects({ subject: 'member 4kx' })).toEqual(['member 4kx']);
    expect(await subjects({ actor: email })).toEqual(['member 4kxy', 'payout 4kx', 'member 4kx']);
    expect(await subjects({ actor: 'none@staff.example' })).toEqual([]);
  });
});

describe('times of acts', () => {
  it('ascend with their numbers, when many are recorded at once', async () => {
    const act = { actor: SHELL, action: 'test', subject: 'many', outcome: 'done' } as const;
    await Promise.all(Array.from({ length: 40 }, () => database.transaction((tx) => recordAct(tx, act))));
    const { rows } = await sql<{ falls: number }>`
      select count(*)::int as falls from (select at < lag(at) over (order by id) as falls from staff_audit) a where falls`.execute(
      database.queries,
    );
    expect(rows[0]?.falls).toBe(0);
  });
});
