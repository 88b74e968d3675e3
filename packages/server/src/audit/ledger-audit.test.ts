import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/types.ts';
import { acceptAnyMovement, anyRequest } from '../testing/any-movement.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { auditLedger } from './ledger-audit.ts';

describe('the auditor', () => {
  let database: Database;
  let member: AccountId;
  const ids: string[] = [];

  beforeEach(async () => {
    database = await postgresDatabase();
    await acceptAnyMovement(database);
    const ledger = new Ledger(database);
    const house = await ledger.house('gateway:KBANK', 'BAHT');
    member = await ledger.openMemberAccount(database.queries, { code: 'member:m:wallet', currency: 'BAHT' });
    ids.length = 0;
    for (let n = 0; n < 3; n += 1) {
      const id = newId();
      ids.push(id);
      await ledger.submit(
        anyRequest({
          id,
          debit: n === 2 ? member : house,
          credit: n === 2 ? house : member,
          amount: minor(100n),
          kind: n === 2 ? 'withdraw' : 'deposit',
          pending: n === 2,
          detail: {},
        }),
      );
    }
  });
  afterEach(() => database.close());

  /** Tampers past all guards, like a person with the database's password. */
  const tamper = async (statement: string) => {
    for (const text of [
      'alter table ledger_transfer disable trigger all',
      'alter table ledger_account drop constraint if exists ledger_account_covered',
      statement,
    ])
      await sql.raw(text).execute(database.queries);
  };
  const checksFailed = async () =>
    [...new Set((await auditLedger(database)).map(({ check }) => check))].sort();

  it('finds nothing in sound books', async () => {
    expect(await auditLedger(database)).toEqual([]);
  });

  it.each([
    [
      'a balance that grew',
      `update ledger_account set balance = balance + 1 where not house`,
      ['balances equal entries'],
    ],
    ['a hold that is gone', `update ledger_account set held = 0 where not house`, ['balances equal entries']],
    [
      'something on its way that is not',
      `update ledger_account set incoming = 5 where not house`,
      ['balances equal entries'],
    ],
    [
      'a house account that was mended',
      `update ledger_account set balance = 0 where house`,
      ['balances equal entries'],
    ],
    [
      'a member below zero',
      `update ledger_account set balance = -1 where not house`,
      ['balances equal entries', 'no member below zero'],
    ],
    [
      'more held than there is',
      `update ledger_account set held = 201 where not house`,
      ['balances equal entries', 'no member below zero'],
    ],
    [
      'a transfer that was deleted',
      `delete from ledger_transfer where kind = 'deposit' and credit_no = 2`,
      ['balances equal entries', 'movements are numbered without gaps'],
    ],
    [
      'an amount that was changed',
      `update ledger_transfer set amount = 99 where credit_no = 1`,
      ['balances equal entries'],
    ],
    [
      'a transfer that was settled by hand',
      `update ledger_transfer set state = 'posted', settled_at = now() where state = 'pending'`,
      ['balances equal entries'],
    ],
    [
      'a number that was skipped',
      `update ledger_transfer set debit_no = 9 where debit_no = 3`,
      ['movements are numbered without gaps'],
    ],
    [
      'a movement too many',
      `update ledger_account set movements = 4 where not house`,
      ['movements are numbered without gaps'],
    ],
    [
      'a currency that was changed',
      `update ledger_account set currency = 'LAK' where not house`,
      ['one currency a transfer'],
    ],
    ['an account that is gone', `delete from ledger_account where house`, ['balances equal entries']],
  ])('finds %s', async (_name, statement, checks) => {
    await tamper(statement);
    expect(await checksFailed()).toEqual(checks);
    for (const { subject, message } of await auditLedger(database)) {
      expect(message.length).toBeGreaterThan(5);
      expect(subject ?? 'gone').not.toBe('');
    }
  });
});
