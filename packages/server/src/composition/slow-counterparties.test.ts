import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startCounterparty, type Counterparty } from '../testing/counterparty.ts';
import { eventually } from '../testing/eventually.ts';
import { Heard } from '../testing/heard.ts';
import { PER_LANE } from '../ledger/reconciler.ts';
import { MessageWriter } from '../modules/chat/message-writer.ts';
import { slipsOf } from '../testing/slips.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Longer than any test: a silent counterparty stays silent. */
const NEVER_MS = 120_000;
const PATIENCE_MS = 40_000;
const TEST_MS = 100_000;
/** The bank whose slips the look-up service does not answer. */
const SILENT_BANK = '014';
/** More than may run at once. */
const MANY = 25;

interface Delivered {
  message: { message: { payload: { text: string } } };
}

/** A slow counterparty, or a faulty entry, delays only its own work. */
describe('a server with slow counterparties', () => {
  let server: TestServer;
  let slipLookup: Counterparty;
  let desk: Counterparty;
  const atDesk = new Heard<string>();

  beforeAll(async () => {
    slipLookup = await startCounterparty(({ body }) =>
      (body as { sendingBank: string }).sendingBank === SILENT_BANK
        ? 'silence'
        : { status: 200, body: { status: 'not_found' } },
    );
    desk = await startCounterparty(({ body }) => {
      const { text } = (body as Delivered).message.message.payload;
      if (text === 'silent') return 'silence';
      if (text === 'failing') return { status: 500, body: {} };
      atDesk.add(text);
      return { status: 202, body: {} };
    });
    server = await startTestServer({
      // Work goes on beside a call that has no answer yet.
      time: 'passing',
      settings: {
        counterpartyTimeoutMs: NEVER_MS,
        turnoverEveryMs: 100,
        environment: {
          SLIP_URL: slipLookup.url,
          SLIP_SECRET: 'of the tests',
          DESK_URL: desk.url,
          DESK_SECRET: 'of the tests',
        },
      },
    });
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    await Promise.all([slipLookup.stop(), desk.stop()]);
    await server.stop();
  });

  /** Inserts messages of guests that the support desk has not received. */
  const guests = async (text: string, count: number): Promise<void> => {
    const writer = new MessageWriter(server.database);
    await Promise.all(
      Array.from({ length: count }, () => {
        const content = { message_type: 'text', payload: { text } } as const;
        const message = {
          id: randomUUID(),
          sender: 'customer',
          content,
          sessionId: '',
          username: '',
          name: '',
        } as const;
        return writer.add({ conversationId: randomUUID(), memberId: undefined }, message);
      }),
    );
  };

  it('looks slips of other banks up while it waits for one bank', { timeout: TEST_MS }, async () => {
    const member = await server.members.join();
    const { id } = await server.database.queries
      .selectFrom('member')
      .select('id')
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    // Read already and due for a look-up: the silent bank's slips are longer overdue.
    await sql`
      insert into slip (id, member_id, state, step, sending_bank, reference, next_at)
        select gen_random_uuid(), ${id}, 'processing', 'asking',
            case when n <= ${MANY}::int then ${SILENT_BANK} else '004' end, 'REF' || n, now() + n * interval '1 millisecond'
          from generate_series(1, ${MANY}::int + 1) n`.execute(server.database.queries);
    await eventually(async () => {
      const [other] = (await slipsOf(member)).filter(({ reference }) => reference === `REF${MANY + 1}`);
      expect(other).toMatchObject({ step: 'done', note: 'EXPIRED_SLIP' });
    }, PATIENCE_MS);
  });

  it('tells the desk of messages though it fails at many before them', { timeout: TEST_MS }, async () => {
    await guests('failing', MANY);
    await guests('after those that fail', 1);
    await atDesk.until((all) => all.includes('after those that fail'), PATIENCE_MS);
  });

  it(
    'tells the desk of members’ messages while it waits for its word on guests’',
    { timeout: TEST_MS },
    async () => {
      await guests('silent', MANY);
      const member = await server.members.join();
      await member.api.ok('POST /api/chat/send-message', {
        body: {
          _id: randomUUID(),
          sender: 'customer',
          message: { message_type: 'text', payload: { text: 'of a member' } },
          session_id: '',
          userId: '',
          guestId: '',
          username: '',
          name: '',
          deviceToken: '',
        },
      });
      await atDesk.until((all) => all.includes('of a member'), PATIENCE_MS);
    },
  );

  it(
    'settles a transfer to a game while the bank says nothing of payouts',
    { timeout: TEST_MS },
    async () => {
      const member = await server.members.joinWith(MANY * 100 + 10, { game: true });
      await server.world.fault('bank', 'timeout_before_commit');
      const withdraw = { body: { amount: 100 } };
      await Promise.all(
        Array.from({ length: MANY }, () => member.api.ok('POST /api/wallet/withdraw', withdraw)),
      );
      await eventually(async () => {
        const asked = await server.database.queries
          .selectFrom('settlement_attempt')
          .select('transfer_id')
          .where('lane', '=', 'withdraw')
          .where('attempts', '=', 1)
          .execute();
        expect(asked).toHaveLength(PER_LANE);
      }, PATIENCE_MS);
      await server.world.fault('provider:PG', 'http_500');
      const transfer = { body: { from: 'WALLET', to: 'PG', amount: 10 } };
      const moved = await member.api.ok('POST /api/wallet/transfer', transfer);
      expect(moved.status).toBe('PENDING');
      await server.world.fault('provider:PG', 'http_500', { rate: 0 });
      await eventually(async () => {
        const [row] = (await member.statement(MANY + 1)).filter(({ _id }) => _id === moved._id);
        expect(row).toMatchObject({ status: 'SUCCESS' });
      }, PATIENCE_MS);
    },
  );

  it(
    'reads a game’s report again and again while it waits for another game’s',
    { timeout: TEST_MS },
    async () => {
      const member = await server.members.joinWith(100, { game: true });
      await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'JOKER' } });
      const { username } = await member.credentials();
      await server.world.fault('provider:JOKER', 'timeout_before_commit');
      await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 100 } });
      for (let round = 1; round <= 3; round += 1) {
        await server.world.control('POST', '/play', { provider: 'PG', username, bet: 1, win: 0 });
        await eventually(async () => {
          const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from turnover_entry e join game_account g using (member_id, provider)
            where g.username = ${username} and provider = 'PG'`.execute(server.database.queries);
          expect(rows[0]?.count).toBe(round);
        }, PATIENCE_MS);
      }
    },
  );
});
