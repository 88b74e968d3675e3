import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '../domain/member.ts';
import { newId } from '../kernel/ids.ts';
import type { AccountId } from '../ledger/types.ts';
import { acceptAnyMovement, anyRequest } from '../testing/any-movement.ts';
import { baht, BooksOnly } from '../testing/books-only.ts';
import { protectionChecks } from './protection.ts';

let books: BooksOnly;

beforeAll(async () => {
  books = await BooksOnly.open(1);
  await acceptAnyMovement(books.first.database);
});
afterAll(() => books.close());

/** A member with a daily deposit limit of 100, of whose deposit of 250 a part is held. */
const limited = async (): Promise<{ member: Member; held: AccountId }> => {
  const { database } = books.first;
  const member = await books.newMember();
  const held = await books.protect(member);
  await sql`insert into protection_limit (member_id, kind, period, amount)
    values (${member.id}, 'deposit', 'day', 10000)`.execute(database.queries);
  await books.deposit(member, baht(250));
  expect(await books.available(member)).toBe(baht(100));
  return { member, held };
};
const findings = async (of: { member: Member; held: AccountId }): Promise<string[]> => {
  const found: string[] = [];
  for (const check of protectionChecks(books.first.database))
    for (const { subject, message } of await check.run()) found.push(`${check.name}: ${subject}: ${message}`);
  const { rows } = await sql<{ id: string }>`
    select id from ledger_transfer where ${of.member.walletAccount} in (debit_account, credit_account)
      or ${of.held} in (debit_account, credit_account)`.execute(books.first.database.queries);
  const own = [...rows.map(({ id }) => id), of.member.id];
  return found.filter((text) => own.some((id) => text.includes(id)));
};
const move = async (kind: string, debit: AccountId, credit: AccountId, detail: object, pending = false) => {
  const id = newId();
  const { outcome } = await books.first.ledger.submit(
    anyRequest({ id, debit, credit, amount: baht(50), kind, pending, detail }),
  );
  expect(outcome).toBe('created');
  return id;
};
const run = (text: string) => sql.raw(text).execute(books.first.database.queries);

describe('the audit of held balances', () => {
  it('finds nothing where money is held, paid out and held again', async () => {
    const of = await limited();
    const { ledger } = books.first;
    const payout = newId();
    await move('held_payout', of.held, of.member.walletAccount, { payout });
    await ledger.submit({
      id: payout,
      debit: of.member.walletAccount,
      credit: await ledger.house('bank:payout', 'BAHT'),
      amount: baht(50),
      kind: 'withdraw',
      pending: true,
      detail: { bankCode: 'KBANK', bankAccountNo: '1', bankAccountName: 'A', held: 'yes' },
    });
    expect(await findings(of)).toEqual([]);
    await ledger.settle({ id: payout, result: 'void', outcome: { reason: 'refused_by_bank' } });
    expect((await ledger.balance(of.held)).available).toBe(baht(150));
    expect(await findings(of)).toEqual([]);
  });

  it.each<[string, string, (of: { member: Member; held: AccountId }) => Promise<unknown>]>([
    [
      'a held part without its record',
      'held deposits',
      ({ member }) =>
        run(`delete from held_deposit where deposit_id in
          (select id from ledger_transfer where credit_account = ${member.walletAccount})`),
    ],
    [
      'another amount on record',
      'held deposits',
      ({ member }) =>
        run(`update held_deposit set amount = amount - 1 where deposit_id in
          (select id from ledger_transfer where credit_account = ${member.walletAccount})`),
    ],
    [
      'money held for nothing',
      'held deposits',
      ({ member, held }) =>
        move('held_in', member.walletAccount, held, { origin: newId(), reason: 'ON_BREAK' }),
    ],
    [
      'held money in the wallet of another member',
      'held balances',
      async ({ held }) =>
        move('held_release', held, (await books.newMember()).walletAccount, { asked: 'member' }),
    ],
    [
      'held money that was played',
      'held balances',
      async ({ held }) => {
        await run(`update ledger_account set barred = '{}' where id = ${held}`);
        return move('game_in', held, await books.first.ledger.house('provider:PG', 'BAHT'), {}, true);
      },
    ],
    [
      'an account that bars nothing',
      'held balances',
      ({ held }) => run(`update ledger_account set barred = '{}' where id = ${held}`),
    ],
    [
      'a payout that is not there',
      'payouts of held balances',
      ({ member, held }) => move('held_payout', held, member.walletAccount, { payout: newId() }),
    ],
    [
      'a return without a failed withdrawal',
      'payouts of held balances',
      ({ member, held }) => move('held_return', member.walletAccount, held, { origin: newId() }),
    ],
    [
      'more playable than the limit',
      'deposit limits',
      async ({ member }) => {
        await run('alter table ledger_transfer disable trigger hold_excess');
        await books.deposit(member, baht(1));
        await run('alter table ledger_transfer enable trigger hold_excess');
      },
    ],
    [
      'a sum of a limit that is too little',
      'sums of limits',
      async ({ member }) => {
        const { queries } = books.first.database;
        await sql`select protection_begin(${member.id}, ${member.walletAccount}, 'deposit', 'day', now(), null)`.execute(
          queries,
        );
        await run(`update protection_sum set amount = amount - 1 where member_id = '${member.id}'`);
      },
    ],
    [
      'a limit that is not enforced',
      'guarded wallets',
      ({ member }) => run(`update ledger_account set guarded = false where id = ${member.walletAccount}`),
    ],
    [
      'a break that is not enforced',
      'guarded wallets',
      async ({ member }) => {
        await run(`delete from protection_limit where member_id = '${member.id}'`);
        await run(
          `update protection set break_until = now() + interval '1 day' where member_id = '${member.id}'`,
        );
        await run(`update ledger_account set guarded = false where id = ${member.walletAccount}`);
      },
    ],
  ])('finds %s', async (_what, check, plant) => {
    const of = await limited();
    await plant(of);
    const found = await findings(of);
    // The account of a held balance is named by its code.
    expect(found.map((text) => text.split(':', 1)[0])).toContain(check);
  });
});
