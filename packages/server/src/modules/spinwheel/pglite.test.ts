/** @module-tag whole */
import { expect, it } from 'vitest';
import { readContent } from '../../content/read.ts';
import { ContentStore } from '../../content/store.ts';
import type { Member } from '../../domain/member.ts';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { DEMO_CONTENT } from '../../testing/test-server.ts';
import { CoinService } from './coins.ts';
import { drawSlice, seedHash } from './draw.ts';
import { SpinService } from './service.ts';

it('keeps seeds on PGlite as it does on PostgreSQL', async () => {
  const database = await pgliteDatabase();
  const content = new ContentStore(database);
  await content.save(await readContent(DEMO_CONTENT));
  const walletAccount = await new Ledger(database).openMemberAccount(database.queries, {
    code: 'member:m:wallet',
    currency: 'BAHT',
  });
  const bank = { bank_code: 'SCB', bank_account_name: 'A', bank_account_no: '1' };
  const person = { username: '1', name: 'A', password_hash: '', source_code: '', invite_code: '' };
  await database.queries
    .insertInto('member')
    .values({ id: 'm', ...person, ...bank, currency: 'BAHT', coin: 1, wallet_account: walletAccount })
    .execute();
  const member = { id: 'm', currency: 'BAHT', walletAccount } as Member;
  const coins = new CoinService({ database, content });
  const spins = new SpinService({ database, content, coins, clock: new TestClock() });
  const { nextDraw } = await spins.setup(member);
  const id = newId();
  const drawn = await spins.spin(member, 'word', id);
  expect(drawn.serverSeed.toString('hex')).toMatch(/^[\da-f]{64}$/);
  expect(seedHash(drawn.serverSeed)).toBe(nextDraw?.seedHash);
  const weights = drawn.slices.map(({ weight }) => weight);
  expect(drawSlice(drawn.serverSeed, 'word', 0, weights)).toBe(drawn.won);
  expect(await spins.draw(member, id)).toEqual(drawn);
  expect((await spins.setup(member)).coins).toBe(0);
  await database.close();
});
