import { minor } from '@krapao/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/types.ts';
import { acceptAnyMovement, anyRequest } from '../testing/any-movement.ts';
import { pgliteDatabase, postgresDatabase } from '../testing/databases.ts';
import { movementChecks } from './movements.ts';

const FED = '0001234572';

describe.each([
  ['PGlite', pgliteDatabase],
  ['PostgreSQL', postgresDatabase],
])('the audit of movements on %s', (_name, open) => {
  let database: Database;
  let ledger: Ledger;
  let member: AccountId;

  beforeAll(async () => {
    database = await open();
    await acceptAnyMovement(database);
    ledger = new Ledger(database);
    member = await ledger.openMemberAccount(database.queries, { code: 'member:m:wallet', currency: 'BAHT' });
  });
  afterAll(() => database.close());

  const findings = async () =>
    (await Promise.all(movementChecks(database).map((check) => check.run()))).flat();
  const credit = async (house: string, kind: string, detail = {}) => {
    const id = newId();
    const { outcome } = await ledger.submit(
      anyRequest({
        id,
        debit: await ledger.house(house, 'BAHT'),
        credit: member,
        amount: minor(5_000n),
        kind,
        pending: false,
        detail,
      }),
    );
    expect(outcome).toBe('created');
    return id;
  };

  it('finds nothing where other checks look', async () => {
    await credit('gateway:KBANK', 'deposit');
    await credit(`bank:${FED}`, 'deposit', { reference: 'fed' });
    await credit('provider:PG', 'game_out');
    await credit('bonus', 'bonus', { link: 'refund' });
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['bonus', 'goodwill', {}, 'goodwill of 5000, which nothing explains'],
    ['bonus', 'bonus', {}, 'bonus of 5000 for no reason, which nothing explains'],
    ['bonus', 'bonus', { link: 'gift' }, 'bonus of 5000 for gift, which nothing explains'],
    ['bonus', 'deposit', {}, 'from house:bonus:BAHT to member:m:wallet, between which there is none'],
    ['bank:payout', 'deposit', {}, 'between which there is none'],
    ['gateway:KBANK', 'bonus', { link: 'refund' }, 'between which there is none'],
  ])('finds what raised a wallet without a record: %s, %s %o', async (house, kind, detail, message) => {
    const id = await credit(house, kind, detail);
    expect((await findings()).filter(({ subject }) => subject === id)).toMatchObject([
      { severity: 'wrong', message: expect.stringContaining(message) },
    ]);
  });
});
