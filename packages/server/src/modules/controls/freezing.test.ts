import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { endOf } from '../../testing/api.ts';
import { sendGift } from '../../testing/gift.ts';
import type { TestMember } from '../../testing/members.ts';
import { inWhole } from '../../testing/forms.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { SHELL } from '../../testing/staff.ts';
import { expectHeldBack } from '../../testing/status-checks.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Freezing } from './freezing.ts';

const SECOND = 'PGSLOT';
const HOUR_MS = 3_600_000;

describe('a frozen member', () => {
  let server: TestServer;
  let freezing: Freezing;
  const clock = new TestClock();

  beforeAll(async () => {
    server = await startTestServer({
      clock,
      settings: { payoutDelayHours: 24 },
      content: ({ providers }) => {
        const [first] = providers;
        if (first) providers.push({ ...first, code: SECOND });
      },
    });
    freezing = new Freezing(server.database);
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const set = (member: TestMember, frozen: boolean) =>
    freezing.set(member.registration.username, frozen, { by: 'Somsri', reason: 'a report of theft' }, SHELL);
  const payouts = ({ registration }: TestMember) => server.world.payoutsTo(registration.bankAccountNo);
  const withdraw = async (member: TestMember): Promise<string> =>
    (await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } }))._id;
  const transferState = async (id: string) =>
    (
      await server.database.queries
        .selectFrom('ledger_transfer')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.state;
  const balance = async ({ registration }: TestMember): Promise<bigint> => {
    const { rows } = await sql<{ balance: bigint }>`
      select a.balance from ledger_account a join member m on m.wallet_account = a.id
        where m.username = ${registration.username}`.execute(server.database.queries);
    return rows[0]?.balance ?? -1n;
  };
  const wasAsked = async (id: string) => {
    await server.workOff();
    const { rows } = await sql`select from settlement_attempt where transfer_id = ${id}`.execute(
      server.database.queries,
    );
    expect(rows).toHaveLength(1);
  };

  it('is paid nothing that the bank has not taken, and is paid once when unfrozen', async () => {
    const member = await server.members.joinWith(500);
    await server.world.fault('bank', 'timeout_before_commit');
    const id = await withdraw(member);
    await wasAsked(id);
    await set(member, true);
    await server.world.heal();
    await expectHeldBack(server, id);
    expect(await payouts(member)).toEqual([]);
    expect(endOf(await member.api.call('GET /api/wallet'))).toBe('INVALID_USER_4');
    const { username, password } = member.registration;
    expect(await server.api.refused('POST /api/login', { body: { username, password } })).toBe(
      'INACTIVE_USER',
    );

    await set(member, false);
    await server.workOff();
    expect(await payouts(member)).toHaveLength(1);
    await server.world.control('POST', `/payouts/${(await payouts(member))[0]?.id}`, { result: 'done' });
    await member.newestBecomes({ _id: id, status: 'SUCCESS' });
    expect(await payouts(member)).toHaveLength(1);
  });

  it('is told of by the bank what it had taken before: that cannot be called back', async () => {
    const member = await server.members.joinWith(500);
    await server.world.fault('bank', 'timeout_after_commit');
    const id = await withdraw(member);
    await server.workOff();
    expect(await payouts(member)).toHaveLength(1);
    await set(member, true);
    await server.world.heal();
    expect(await freezing.show(member.registration.username)).toMatchObject({
      payoutsAtBank: 1,
      payoutsHeld: 0,
    });
    await server.world.control('POST', `/payouts/${(await payouts(member))[0]?.id}`, { result: 'done' });
    await server.workOff();
    expect(await transferState(id)).toBe('posted');
  });

  it('is not paid when the delay of a payout ends', async () => {
    const member = await server.members.joinWith(500);
    await member.api.ok('PUT /api/account/bankAccountName', {
      body: { bankCode: member.registration.bankCode, bankAccountName: 'SOMYING MAI' },
    });
    const id = await withdraw(member);
    await set(member, true);
    expect(await freezing.show(member.registration.username)).toMatchObject({
      payoutsAtBank: 0,
      payoutsHeld: 1,
    });
    clock.forward(25 * HOUR_MS);
    await sql`insert into settlement_attempt (transfer_id, attempts, next_at) values (${id}, 1, now())
      on conflict (transfer_id) do update set next_at = now()`.execute(server.database.queries);
    await expectHeldBack(server, id);
    expect(await payouts(member)).toEqual([]);
    await set(member, false);
    await server.workOff();
    expect(await payouts(member)).toHaveLength(1);
  });

  it('has no credit sent into a game again, until unfrozen', async () => {
    const member = await server.members.joinWith(500, { game: true });
    const { username } = await member.credentials();
    await server.world.fault('provider', 'timeout_before_commit');
    const body = { from: 'WALLET', to: 'PG', amount: 100 };
    const { _id } = await member.api.ok('POST /api/wallet/transfer', { body });
    await set(member, true);
    await server.world.heal();
    await expectHeldBack(server, _id);
    expect((await server.world.player(username)).balance).toBe(0);
    await set(member, false);
    await member.newestBecomes({ _id, status: 'SUCCESS' });
    expect((await server.world.player(username)).balance).toBe(100);
  });

  it('keeps in the wallet what was to go on to a second game', async () => {
    const member = await server.members.joinWith(300, { game: true });
    const username = await member.activate(SECOND);
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 300 } });
    await server.world.fault('provider', 'timeout_after_commit');
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'PG', to: SECOND, amount: 300 } });
    await set(member, true);
    await server.world.heal();
    await server.pass(LEFT_MS);
    await server.pass(LEFT_MS);
    const { rows } = await sql`select from onward_transfer o join member m on m.id = o.member_id
      where m.username = ${member.registration.username} and o.done`.execute(server.database.queries);
    expect(rows).toHaveLength(1);
    expect(await balance(member)).toBe(30_000n);
    expect((await server.world.player(username, SECOND)).balance).toBe(0);
  });

  it(
    'has no gift link redeemed, but is credited what had been',
    { ...inWhole, timeout: 60_000 },
    async () => {
      const [waits, arrived] = [await server.members.join(), await server.members.join()];
      await server.world.fault('gift', 'timeout_before_commit');
      await sendGift(server, waits, 50);
      await server.world.heal();
      await server.world.fault('gift', 'timeout_after_commit');
      await sendGift(server, arrived, 70);
      await set(waits, true);
      await set(arrived, true);
      await server.world.heal();
      await server.pass(LEFT_MS);
      await server.pass(LEFT_MS);
      expect(await balance(arrived)).toBe(7_000n);
      const { rows } = await sql`select from gift_link g join member m on m.id = g.member_id
        where m.username = ${waits.registration.username} and g.attempts > 1`.execute(
        server.database.queries,
      );
      expect(rows).toHaveLength(1);
      expect(await balance(waits)).toBe(0n);
      await set(waits, false);
      await server.pass(LEFT_MS);
      expect(await balance(waits)).toBe(5_000n);
    },
  );

  it('leaves a record of who froze and unfroze, and why; none without a name and a reason', async () => {
    const { registration } = await server.members.join();
    const { username } = registration;
    const act = { by: 'Somsri', reason: 'a report of theft' };
    expect(await freezing.set(username, true, act, SHELL)).toBe(true);
    expect(await freezing.set(username, true, act, SHELL)).toBe(false);
    expect(await freezing.set(username, false, { by: 'Malee', reason: 'cleared' }, SHELL)).toBe(true);
    expect(await freezing.show(username)).toMatchObject({
      frozenAt: undefined,
      history: [
        { frozen: false, madeBy: 'Malee', reason: 'cleared' },
        { frozen: true, madeBy: 'Somsri', reason: 'a report of theft' },
      ],
    });
    await expect(freezing.set(username, true, { by: ' ', reason: 'x' }, SHELL)).rejects.toThrow('--by');
    await expect(freezing.set(username, true, { by: 'x', reason: '' }, SHELL)).rejects.toThrow('--reason');
    await expect(freezing.set('0899999999', true, act, SHELL)).rejects.toThrow('no member has the phone');
  });
});
