import { describe, expect, it } from 'vitest';
import { auditLedger } from './audit/ledger-audit.ts';
import type { PayoutView } from './testing/counterparties-world.ts';
import { startTestServer } from './testing/test-server.ts';

describe('the main job', () => {
  it('is done from registration to withdrawal', async () => {
    const server = await startTestServer();
    const { world } = server;
    const member = await server.members.register();
    await member.payQr(500);
    const username = await member.activate();
    await member.api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' } });
    const { link } = await member.api.ok('GET /api/autoLogin/pg/:username', { params: { username } });
    const page = await fetch(link);
    expect(await page.text()).toContain(username);
    await world.control('POST', '/play', { provider: 'PG', username, bet: 100, win: 30 });
    const { slots } = await member.api.ok('GET /api/wallet/refresh/slot');
    expect(slots[0]?.amount).toBe(430);
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'PG', to: 'WALLET', amount: 430 } });
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 400 } });
    const [payout] = await server.whenDone(async () => {
      const payouts = await world.control<PayoutView[]>('GET', '/payouts');
      expect(payouts).toHaveLength(1);
      return payouts;
    });
    await world.control('POST', `/payouts/${payout?.id}`, { result: 'done' });
    await member.newestBecomes({ statementType: 'withdraw', status: 'SUCCESS' });
    const statement = await member.statement();
    expect(
      statement.map(({ statementType, from, to, amount, status }) => [
        statementType,
        from,
        to,
        amount,
        status,
      ]),
    ).toEqual([
      ['withdraw', 'WALLET', 'KBANK', 400, 'SUCCESS'],
      ['transfer', 'PG', 'WALLET', 430, 'SUCCESS'],
      ['transfer', 'WALLET', 'PG', 500, 'SUCCESS'],
      ['deposit', 'KBANK', 'WALLET', 500, 'SUCCESS'],
    ]);
    expect(await member.wallet()).toEqual({ amount: 30, transit: 0 });
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });
});
