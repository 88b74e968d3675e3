import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bonusRule, gift } from '../testing/bonus-rules.ts';
import { BonusWorld } from '../testing/bonus-world.ts';
import { baht } from '../testing/books-only.ts';
import { bonusChecks } from './bonuses.ts';

describe('the audit of bonuses', () => {
  let world: BonusWorld;

  const run = (statement: string) => sql.raw(statement).execute(world.books.first.database.queries);
  const findings = async () => {
    const found = [];
    for (const check of bonusChecks(world.books.first.database)) found.push(...(await check.run()));
    return found;
  };

  beforeAll(async () => {
    world = await BonusWorld.open([
      bonusRule({ games: { slot: 50 } }),
      bonusRule({ code: 'EASY', turnoverTimes: 1, ...gift('10.00') }),
    ]);
    // Tampers past all guards, like a person with the database's password.
    await run('alter table ledger_transfer disable trigger all');
  });
  afterAll(() => world.close());

  /** One bonus cancelled at a cost, one completed, and one active. */
  beforeEach(async () => {
    await run('truncate user_bonus, turnover_entry, turnover_total');
    await run('delete from ledger_transfer');
    await run(
      'update ledger_account set balance = 0, held = 0, incoming = 0, movements = 0, barred = default',
    );
    const { offers, bonuses, turnover } = world.process(0);
    const [canceller, clearer, player] = [await world.join(), await world.join(), await world.join()];
    await world.books.deposit(canceller, baht(100));
    await offers.activate(canceller, 'TRIAL');
    expect(await bonuses.clear(canceller)).toBe(baht(100));
    await offers.activate(clearer, 'EASY');
    await world.books.deposit(player, baht(150));
    await offers.activate(player, 'TRIAL');
    for (const [member, stake] of [
      [clearer, baht(10)],
      [player, baht(20)],
    ] as const) {
      await world.move(member, stake);
      for (let round = 0; round < 2; round += 1) {
        world.game.bet(member.id, stake);
        world.game.decide(member.id, 1, world.clock.now());
      }
    }
    await turnover.catchUp('PG');
    expect(await bonuses.clear(clearer)).toBe(0n);
    expect(await bonuses.findOpen(world.books.first.database.queries, player.id)).toMatchObject({
      turnoverDone: minor(2_000n),
    });
  });

  it('finds nothing in sound books', async () => {
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['a bonus that was never credited', `delete from ledger_transfer where kind = 'bonus'`, 'bonuses given'],
    [
      'a credit that nothing says why',
      `insert into ledger_transfer select gen_random_uuid(), debit_account, credit_account, amount, kind, state,
        sweep, null, 99, detail, outcome, created_at, settled_at from ledger_transfer where kind = 'bonus'
        limit 1`,
      'bonuses given',
    ],
    [
      'another amount',
      `update ledger_transfer set amount = amount + 1 where kind = 'bonus' and detail ->> 'code' = 'TRIAL'`,
      'bonuses given',
    ],
    [
      'more than the terms give',
      `update user_bonus set terms = jsonb_set(terms, '{gives,upTo}', '"9.00"') where code = 'TRIAL'`,
      'bonuses by their rules',
    ],
    [
      'less to do than the terms ask for',
      `update user_bonus set turnover_needed = 1 where ended_at is null`,
      'bonuses by their rules',
    ],
    [
      'a deposit of another member',
      `update ledger_transfer set credit_account = 1, credit_no = 77 where kind = 'deposit' and amount = 15000`,
      'bonuses by their rules',
    ],
    ['a cost that is not booked', `delete from ledger_transfer where kind = 'finish_bonus'`, 'bonuses ended'],
    [
      'money taken back that nothing says why',
      `update user_bonus set cost = 0, cost_id = null where cost > 0`,
      'bonuses ended',
    ],
    [
      'a bonus that was cleared too early',
      `update user_bonus set turnover_done = 0 where state = 'cleared'`,
      'bonuses ended',
    ],
    [
      'a withdrawal while one is active',
      `insert into ledger_transfer
        select gen_random_uuid(), m.wallet_account, 1, 100, 'withdraw', 'pending', false, 50, null, '{}'
          from user_bonus b join member m on m.id = b.member_id where b.ended_at is null`,
      'bonuses ended',
    ],
    [
      'stakes that nobody reported',
      `update user_bonus set turnover_done = turnover_done + 1 where ended_at is null`,
      'turnover',
    ],
    [
      'a member who may withdraw beside a bonus',
      `update ledger_account set barred = default`,
      'blocked withdrawals',
    ],
    [
      'a member who is kept from withdrawing',
      `update ledger_account set barred = '{withdraw}'`,
      'blocked withdrawals',
    ],
    ['an entry that was counted twice', `update turnover_total set turnover = turnover * 2`, 'turnover'],
    ['an entry that is gone', `delete from turnover_entry where turnover = 2000`, 'turnover'],
  ])('finds %s', async (_what, tampering, check) => {
    await run(tampering);
    const found = await findings();
    expect(new Set(found.map((finding) => finding.check))).toEqual(new Set([check]));
    for (const { severity, subject, message } of found) {
      expect(severity).toBe('wrong');
      expect(subject).toMatch(/./);
      expect(message.length).toBeGreaterThan(10);
    }
  });

  it('names a bonus that is over and cannot end, and calls it nothing wrong', async () => {
    await run(`update user_bonus set state = 'failing', expires_at = now() - interval '25 hours'
      where ended_at is null`);
    await run('update user_bonus set turnover_done = 0 where ended_at is null');
    expect(await findings()).toMatchObject([{ severity: 'attention', check: 'bonuses ended' }]);
  });
});
