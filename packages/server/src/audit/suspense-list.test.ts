import type { Minor } from '@krapao/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { Ledger } from '../ledger/ledger.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { suspenseListCheck } from './suspense-list.ts';

let database: Database;
let ledger: Ledger;

beforeAll(async () => {
  database = await postgresDatabase();
  ledger = new Ledger(database);
});
afterAll(() => database.close());

async function strange(): Promise<string> {
  const id = newId();
  await ledger.submit({
    id,
    debit: await ledger.house('bank:0001234561', 'BAHT'),
    credit: await ledger.house('suspense', 'BAHT'),
    amount: 5_000n as Minor,
    kind: 'deposit',
    pending: false,
    detail: { provider: 'SCB', reference: id, unmatched: 'no_member', fromAccountNo: '1', fromName: 'X' },
  });
  return id;
}
const found = async () => (await suspenseListCheck(database).run()).map(({ subject }) => subject);

describe('the list of deposits in suspense', () => {
  it('has each of them, and the audit finds one that is missing', async () => {
    const [seen, unseen] = [await strange(), await strange()];
    expect(await found()).toEqual([]);
    await database.queries.deleteFrom('suspense_open').where('deposit_id', '=', unseen).execute();
    expect(await found()).toEqual([unseen]);
    await database.queries.deleteFrom('suspense_open').where('deposit_id', '=', seen).execute();
    expect(new Set(await found())).toEqual(new Set([seen, unseen]));
  });

  it('has no other, and the audit finds one', async () => {
    const id = newId();
    await database.queries
      .insertInto('suspense_open')
      .values({ deposit_id: id, created_at: new Date() })
      .execute();
    expect(await found()).toContain(id);
  });
});
