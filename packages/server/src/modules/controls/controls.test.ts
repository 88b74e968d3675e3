import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { Api, endOf } from '../../testing/api.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { sendGift } from '../../testing/gift.ts';
import type { TestMember } from '../../testing/members.ts';
import { expectHeldBack } from '../../testing/status-checks.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { CONTROLS, type Control } from './service.ts';
import { Switches } from './switches.ts';

const SECOND = 'PGSLOT';
const ACT = { by: 'Somsri', reason: 'the bank asked for it' };

describe('the switches', () => {
  /** Polls the switches, as every process does. */
  let server: TestServer;
  /** Does not poll the switches: only the database can stop it. */
  let deaf: TestServer;
  let switches: Switches;

  beforeAll(async () => {
    const { open } = await sharedPostgres();
    const content = ({ providers }: { providers: { code: string }[] }) => {
      const [first] = providers;
      if (first) providers.push({ ...first, code: SECOND });
    };
    server = await startTestServer({ open, content });
    deaf = await startTestServer({
      open,
      content,
      settings: { sandboxUrl: server.world.url },
    });
    switches = new Switches(server.database);
  });
  afterEach(async () => {
    await server.world.heal();
    for (const name of CONTROLS) await switches.set(name, false, ACT);
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await deaf.stop();
    await server.stop();
  });

  const stop = (name: Control) => switches.set(name, true, ACT);
  const payouts = ({ registration }: TestMember) => server.world.payoutsTo(registration.bankAccountNo);
  /** Returns API clients of the member for both processes. */
  const inBoth = (member: TestMember): Api[] => [
    new Api(server.url, member.token),
    new Api(deaf.url, member.token),
  ];
  const transfer = (api: Api, from: string, to: string, amount: number, key?: string) =>
    api.call('POST /api/wallet/transfer', {
      body: { from, to, amount },
      ...(key && { headers: { 'idempotency-key': key } }),
    });

  it('stop payouts at once in every process, and pay what waited when opened', async () => {
    const member = await server.members.joinWith(500);
    await server.world.fault('bank', 'timeout_before_commit');
    const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    await stop('payouts');
    for (const api of inBoth(member)) {
      expect(await api.refused('POST /api/wallet/withdraw', { body: { amount: 100 } })).toBe(
        'PAYOUTS_STOPPED',
      );
      expect(await api.refused('POST /api/wallet/withdrawAll', { body: { amount: 300 } })).toBe(
        'PAYOUTS_STOPPED',
      );
    }
    expect(await member.wallet()).toEqual({ amount: 300, transit: 200 });
    await server.world.heal();
    await expectHeldBack(server, _id);
    expect(await payouts(member)).toEqual([]);

    await switches.set('payouts', false, ACT);
    await server.workOff();
    expect(await payouts(member)).toHaveLength(1);
    const { _id: next } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 100 } });
    expect(next).not.toBe(_id);
  });

  it('let a member give up a payout that waits for the switch', async () => {
    const member = await server.members.joinWith(500);
    const { wallet_account } = await server.database.queries
      .selectFrom('member')
      .select('wallet_account')
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    // The payout was accepted just before the stop and has not been handed over.
    const { rows } = await sql<{ id: string }>`
      select id from ledger_account where code = 'house:bank:payout:BAHT'`.execute(server.database.queries);
    const id = crypto.randomUUID();
    await sql`select ledger_submit(array[${id}]::uuid[], array[${wallet_account}]::bigint[],
      array[${rows[0]?.id}]::bigint[], array[20000]::bigint[], array['withdraw'], array[true], array[false],
      array['{"bankCode":"","bankAccountNo":"","bankAccountName":""}'])`.execute(server.database.queries);
    await stop('payouts');
    await member.api.ok('DELETE /api/wallet/withdraw/:transferId', { params: { transferId: id } });
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
    expect(await payouts(member)).toEqual([]);
  });

  it('stop new deposit orders, and credit what is paid all the same', async () => {
    const member = await server.members.join();
    const qr = await member.api.ok('POST /api/qrcode/:provider', {
      params: { provider: 'KBANK' },
      body: { amount: 150 },
    });
    await stop('deposits');
    for (const api of inBoth(member)) {
      const order = { params: { provider: 'KBANK' }, body: { amount: 99 } } as const;
      expect(await api.refused('POST /api/qrcode/:provider', order)).toBe('DEPOSITS_STOPPED');
    }
    expect(endOf(await sendGift(server, member, 40))).toBe('DEPOSITS_STOPPED');
    const live = await member.api.ok('GET /api/qrcode/:provider', { params: { provider: 'KBANK' } });
    expect(live.qrcodeId).toBe(qr.qrcodeId);
    await server.world.control('POST', `/qr/${qr.qrcodeId}/pay`);
    await server.workOff();
    expect(await member.wallet()).toEqual({ amount: 150, transit: 0 });
  });

  it('stop credit into games, and let it come back', async () => {
    const member = await server.members.joinWith(400, { game: true });
    await member.activate(SECOND);
    const before = await transfer(member.api, 'WALLET', 'PG', 100, 'before');
    expect(before.body).toMatchObject({ status: 'SUCCESS' });
    await stop('game_credit');
    const [known, deafApi] = inBoth(member) as [Api, Api];
    for (const api of [known, deafApi]) {
      expect(endOf(await transfer(api, 'WALLET', 'PG', 50))).toBe('GAME_CREDIT_STOPPED');
      expect(await api.refused('POST /api/wallet/transferAll', { body: { to: 'PG' } })).toBe(
        'GAME_CREDIT_STOPPED',
      );
      // A repeat of an earlier transfer returns its current state.
      expect((await transfer(api, 'WALLET', 'PG', 100, 'before')).body).toEqual(before.body);
    }
    expect(await member.wallet()).toEqual({ amount: 300, transit: 0 });
    // Game to game: a process that does not know of the stop moves the credit to the wallet, and no further.
    expect(endOf(await transfer(deafApi, 'PG', SECOND, 30))).toBe('GAME_CREDIT_STOPPED');
    expect(await member.wallet()).toEqual({ amount: 330, transit: 0 });
    await member.api.ok('POST /api/wallet/collect');
    expect(await member.wallet()).toEqual({ amount: 400, transit: 0 });
    await switches.set('game_credit', false, ACT);
    await server.workOff();
    expect(endOf(await transfer(member.api, 'WALLET', 'PG', 50))).toBe('OK');
  });

  it('do not send credit into a game again that had no answer, until opened', async () => {
    const member = await server.members.joinWith(400, { game: true });
    const { username } = await member.credentials();
    await server.world.fault('provider', 'timeout_before_commit');
    const { _id } = (await transfer(member.api, 'WALLET', 'PG', 100)).body as { _id: string };
    await stop('game_credit');
    await server.world.heal();
    await expectHeldBack(server, _id);
    expect((await server.world.player(username)).balance).toBe(0);
    await switches.set('game_credit', false, ACT);
    await member.newestBecomes({ _id, status: 'SUCCESS' });
  });

  it('harm no other movement of the same batch', async () => {
    const [one, other] = await Promise.all([
      server.members.joinWith(300, { game: true }),
      server.members.joinWith(300, { game: true }),
    ]);
    await stop('payouts');
    const ends = await Promise.all([
      ...Array.from({ length: 6 }, () =>
        new Api(deaf.url, one.token).call('POST /api/wallet/withdraw', { body: { amount: 100 } }),
      ),
      ...Array.from({ length: 6 }, () => transfer(new Api(deaf.url, other.token), 'WALLET', 'PG', 10)),
    ]);
    expect(ends.map(endOf)).toEqual([
      ...Array.from({ length: 6 }, () => 'PAYOUTS_STOPPED'),
      ...Array.from({ length: 6 }, () => 'OK'),
    ]);
  });

  it('keep who turned them, when and why, and are turned by nobody without a name and a reason', async () => {
    expect(await switches.set('deposits', true, { by: 'Malee', reason: 'gateway fraud' })).toBe(true);
    expect(await switches.set('deposits', true, ACT)).toBe(false);
    expect((await switches.list()).find(({ name }) => name === 'deposits')).toMatchObject({
      stopped: true,
      changedBy: 'Malee',
      reason: 'gateway fraud',
    });
    const { rows } = await sql`select name, stopped, made_by, reason from control_change
      order by id desc limit 1`.execute(server.database.queries);
    expect(rows).toEqual([{ name: 'deposits', stopped: true, made_by: 'Malee', reason: 'gateway fraud' }]);
    await expect(switches.set('deposits', false, { by: '', reason: 'x' })).rejects.toThrow('--by');
    await expect(switches.set('deposits', false, { by: 'x', reason: ' ' })).rejects.toThrow('--reason');
  });
});
