/** @module-tag whole */
import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kernel/ids.ts';
import { eventually } from '../testing/eventually.ts';
import type { PayoutView } from '../testing/counterparties-world.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Ledger } from './ledger.ts';
import type { AccountId } from './types.ts';

/** The long run has 400: `SLOW_BANK_PAYOUTS=400`. */
const PAYOUTS = Number(process.env['SLOW_BANK_PAYOUTS'] ?? 60);
const BANK_ANSWERS_AFTER_MS = 2_000;
const GAME_ANSWERS_AFTER_MS = 500;
const PATIENCE_MS = PAYOUTS > 100 ? 180_000 : 10_000;

describe('a slow bank', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ settings: { counterpartyTimeoutMs: 8_000, reconcileEveryMs: 1_000 } });
  });
  afterAll(async () => {
    await server.world.heal();
    await server.stop();
  });

  /** Submits payouts that the bank accepts and does not decide. */
  const acceptPayouts = async (walletAccount: AccountId) => {
    const ledger = new Ledger(server.database);
    const bank = await ledger.house('bank:payout', 'BAHT');
    const ids = Array.from({ length: PAYOUTS }, newId);
    await Promise.all(
      ids.map((id) =>
        ledger.submit({
          id,
          debit: walletAccount,
          credit: bank,
          amount: minor(100n),
          kind: 'withdraw',
          pending: true,
          detail: { bankCode: 'KBANK', bankAccountNo: '1234567890', bankAccountName: 'SOMYING JAIDEE' },
        }),
      ),
    );
    // A dead process left these: due at once.
    const due = ids.map((transfer_id) => ({ transfer_id, attempts: 1, next_at: new Date(0) }));
    await server.database.queries.insertInto('settlement_attempt').values(due).execute();
    await eventually(async () => {
      const { count } = await server.database.queries
        .selectFrom('payout_decision')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow();
      expect(Number(count)).toBe(PAYOUTS);
      const [last] = await server.world.control<PayoutView[]>('GET', '/payouts');
      expect(last?.state).toBe('accepted');
    }, 120_000);
  };
  const attempts = () => server.database.queries.selectFrom('settlement_attempt');

  it(
    'does not delay a transfer to a game',
    async () => {
      const member = await server.members.joinWith(PAYOUTS + 100, { game: true });
      const { wallet_account } = await server.database.queries
        .selectFrom('member')
        .select('wallet_account')
        .where('username', '=', member.registration.username)
        .executeTakeFirstOrThrow();
      await acceptPayouts(wallet_account as AccountId);
      await server.world.fault('bank', 'slow_ms', { ms: BANK_ANSWERS_AFTER_MS });
      // The bank has been slow for a while: all payouts are due.
      await server.database.queries
        .updateTable('settlement_attempt')
        .set({ next_at: new Date(0) })
        .execute();
      await server.world.fault('provider', 'http_500');
      const moved = await member.api.ok('POST /api/wallet/transfer', {
        body: { from: 'WALLET', to: 'PG', amount: 10 },
      });
      expect(moved.status).toBe('PENDING');
      // One status check has run, without an answer.
      await eventually(async () => {
        const row = await attempts()
          .select(['attempts', sql<boolean>`next_at < now() + interval '5 seconds'`.as('isPostponed')])
          .where('transfer_id', '=', moved._id)
          .executeTakeFirst();
        expect(row).toEqual({ attempts: 1, isPostponed: true });
      });
      await server.world.fault('provider', 'http_500', { rate: 0 });
      await server.world.fault('provider', 'slow_ms', { ms: GAME_ANSWERS_AFTER_MS });
      const healedAt = performance.now();
      await eventually(async () => {
        const [row] = await member.statement(1);
        expect(row).toMatchObject({ _id: moved._id, status: 'SUCCESS' });
      }, PATIENCE_MS);
      const seconds = (performance.now() - healedAt) / 1_000;
      if (PAYOUTS > 100)
        process.stdout.write(`settled in ${seconds.toFixed(1)} s beside ${PAYOUTS} payouts\n`);
      expect(seconds).toBeLessThan(8);
    },
    PATIENCE_MS + 180_000,
  );
});
