import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bonusChecks } from '../../audit/bonuses.ts';
import { bonusRule } from '../../testing/bonus-rules.ts';
import { BonusWorld } from '../../testing/bonus-world.ts';
import { baht } from '../../testing/books-only.ts';
import { TurnoverRollUp } from './roll-up.ts';
import { addEntries } from './repo.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('entries that are added up', () => {
  let world: BonusWorld;
  let memberId: string;

  const database = () => world.books.first.database;
  const count = async (table: 'turnover_entry' | 'turnover_day' | 'turnover_late') => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(table)}`.execute(database().queries);
    return rows[0]?.count;
  };
  const findings = async () =>
    (await Promise.all(bonusChecks(database()).map((check) => check.run()))).flat();
  const rollUp = async (days: number) => {
    const now = () => new Date(world.clock.now().getTime() + days * DAY_MS);
    const work = new TurnoverRollUp({ database: database(), clock: { now }, keepDays: 90 });
    while (await work.rollUp());
  };

  beforeAll(async () => {
    world = await BonusWorld.open([bonusRule({ games: { slot: 50 } })]);
  });
  afterAll(() => world.close());

  /** A member with a bonus who staked 20 baht twice: 20 of it count. */
  beforeEach(async () => {
    await sql`truncate turnover_entry, turnover_day, turnover_late, turnover_counted, turnover_total`.execute(
      database().queries,
    );
    await sql`update turnover_horizon set rolled_before = '-infinity'`.execute(database().queries);
    await sql`delete from user_bonus`.execute(database().queries);
    await sql`alter table ledger_transfer disable trigger all`.execute(database().queries);
    await sql`delete from ledger_transfer where kind = 'bonus'`.execute(database().queries);
    await sql`alter table ledger_transfer enable trigger all`.execute(database().queries);
    await sql`update ledger_account set barred = default`.execute(database().queries);
    const member = await world.join();
    memberId = member.id;
    await world.books.deposit(member, baht(150));
    await world.process(0).offers.activate(member, 'TRIAL');
    await world.move(member, baht(20));
    for (let round = 0; round < 2; round += 1) {
      world.game.bet(member.id, baht(20));
      world.game.decide(member.id, 1, world.clock.now());
    }
    await world.process(0).turnover.catchUp('PG');
  });

  it('stay what bonuses and totals are proved by', async () => {
    expect(await findings()).toEqual([]);
    await rollUp(80);
    expect(await count('turnover_entry')).toBe(2);
    await rollUp(100);
    expect(await count('turnover_entry')).toBe(0);
    expect(await count('turnover_day')).toBe(1);
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['a total', `update turnover_total set turnover = turnover + 1`],
    ['a day', `update turnover_day set turnover = turnover - 1`],
    ['a bonus', `update user_bonus set turnover_done = turnover_done + 1`],
    ['what counts for a bonus', `update turnover_counted set counted = counted - 1`],
  ])('show that %s was changed', async (_what, tampering) => {
    await rollUp(100);
    await sql.raw(tampering).execute(database().queries);
    expect(await findings()).toMatchObject([{ severity: 'wrong', check: 'turnover' }]);
  });

  it('are not counted again when they are told of again', async () => {
    const { rows } = await sql<{ reference: string; game: string; at: Date }>`
      select reference, game, at from turnover_entry`.execute(database().queries);
    await rollUp(100);
    const { rows: players } = await sql<{ username: string }>`
      select username from game_account where member_id = ${memberId}`.execute(database().queries);
    const entries = rows.map((row) => ({
      ...row,
      username: players[0]?.username ?? '',
      turnover: minor(2_000n),
      winLoss: minor(0n),
    }));
    const { played } = await database().transaction((tx) =>
      addEntries(tx, { code: 'PG', category: 'slot' }, entries),
    );
    expect(played).toEqual([]);
    expect(await count('turnover_late')).toBe(2);
    expect(new Set((await findings()).map(({ severity }) => severity))).toEqual(new Set(['attention']));
  });
});
