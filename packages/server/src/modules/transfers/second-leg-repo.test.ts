import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedId, newId } from '../../kernel/ids.ts';
import type { AccountId } from '../../ledger/types.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addSecondLeg } from './second-leg-repo.ts';

describe('credit that is to go on to another game', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('is noted once when it is asked for many times at once', async () => {
    const member = await server.members.join();
    const { id, wallet_account } = await server.database.queries
      .selectFrom('member')
      .select(['id', 'wallet_account'])
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    const { queries } = server.database;
    const owner = { id, walletAccount: wallet_account as AccountId, currency: 'BAHT' } as const;
    // Concurrent inserts may conflict on either unique key. With enough rounds both cases occur.
    for (let round = 0; round < 150; round += 1) {
      const transferId = newId();
      const secondLeg = { transferId, secondLegId: derivedId('onward', transferId), toProvider: 'PG', owner };
      await Promise.all(Array.from({ length: 8 }, () => addSecondLeg(queries, secondLeg, 1_000)));
    }
    const { count } = await server.database.queries
      .selectFrom('onward_transfer')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(150n);
  });
});
