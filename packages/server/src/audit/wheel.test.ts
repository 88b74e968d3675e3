import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Member } from '../domain/member.ts';
import { newId } from '../kernel/ids.ts';
import { CoinService } from '../modules/spinwheel/coins.ts';
import { CouponService } from '../modules/spinwheel/coupons.ts';
import { SpinService } from '../modules/spinwheel/service.ts';
import { baht, BooksOnly } from '../testing/books-only.ts';
import { TestClock } from '../testing/test-clock.ts';
import { wheelChecks } from './wheel.ts';

describe('the audit of the wheel', () => {
  let books: BooksOnly;
  let member: Member;

  const run = (statement: string) => sql.raw(statement).execute(books.first.database.queries);
  const findings = async () => {
    const found = [];
    for (const check of wheelChecks(books.first.database)) found.push(...(await check.run()));
    return found;
  };

  beforeAll(async () => {
    books = await BooksOnly.open(1, ({ spinwheel }) => {
      for (const slice of spinwheel.slices) slice.weight = slice.code === 'CASH50' ? 1 : 0;
    });
    // Tampers past all guards, like a person with the database's password.
    await run('alter table ledger_transfer disable trigger all');
  });
  afterAll(() => books.close());

  /** A member who earned two coins, spun with one and claimed the prize. */
  beforeEach(async () => {
    const { database, ledger, content } = books.first;
    await run('truncate spin_coupon, spin_draw, spin_member, coin_day');
    await run('update member set coin = 0');
    await run(`delete from ledger_transfer where kind = 'bonus'`);
    const clock = new TestClock();
    const coins = new CoinService({ database, content });
    const hasOpenBonus = () => Promise.resolve(false);
    const coupons = new CouponService({ database, content, ledger, hasOpenBonus, clock });
    member = await books.newMember();
    await books.deposit(member, baht(1_000));
    await new SpinService({ database, content, coins, clock }).spin(member, '', newId());
    await coupons.claim(member, 'CASH50', newId());
  });

  it('finds nothing where all is as it should be', async () => {
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['coupons', `delete from ledger_transfer where kind = 'bonus'`, /money is not in the books/],
    [
      'coupons',
      `update ledger_transfer set amount = 5001 where kind = 'bonus'`,
      /for 5000.* the books say 5001/,
    ],
    ['coupons', `update spin_coupon set claim_id = null, claimed_at = null`, /5000 was credited/],
    ['coins', `update member set coin = coin + 1`, /has 2 coins; 2 earned, 0 won and 1 spent/],
    [
      'draws',
      `update spin_coupon set code = 'CASH1000'`,
      /a coupon CASH1000 of a draw that stopped at CASH50/,
    ],
    ['draws', `update spin_member set nonce = 0`, /is at draw 0 after 1 draws/],
  ])('finds what is wrong with %s: %s', async (check, fault, message) => {
    // Other members of the test have no coins: only this member's are changed.
    await run(check === 'coins' ? `${fault} where id = '${member.id}'` : fault);
    const found = await findings();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ severity: 'wrong', check });
    expect(found[0]?.message).toMatch(message);
  });
});
