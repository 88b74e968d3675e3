import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from './audit/ledger-audit.ts';
import { startCounterparty, type Counterparty, type CounterpartyAnswer } from './testing/counterparty.ts';
import { eventually } from './testing/eventually.ts';
import { Heard } from './testing/heard.ts';
import type { TestMember } from './testing/members.ts';
import { staffOf } from './testing/staff.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const FAILURES = 3;
/** Longer than any test: the gateway stays alone. */
const LONG_MS = 600_000;
const PATIENCE_MS = 20_000;
const TEST_MS = 60_000;

/** What members and staff meet while a counterparty is left alone. */
describe('a server whose gateway fails', () => {
  let server: TestServer;
  let gateway: Counterparty;
  let calls = 0;

  beforeAll(async () => {
    gateway = await startCounterparty(() => {
      calls += 1;
      return { status: 500, body: {} };
    });
    server = await startTestServer({
      settings: {
        consolePort: 0,
        circuit: { failures: FAILURES, pauseMs: LONG_MS, longestPauseMs: LONG_MS },
        environment: { GATEWAY_PAYONEX_URL: gateway.url, GATEWAY_PAYONEX_SECRET: 'of the tests' },
      },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await server.stop();
  });

  it('refuses QR codes of it at once, and tells staff', { timeout: TEST_MS }, async () => {
    const member = await server.members.join();
    const order = () =>
      member.api.ok('POST /api/qrcode/:provider', {
        params: { provider: 'PAYONEX' },
        body: { amount: 500 },
      });
    for (let n = 0; n < FAILURES + 2; n += 1) expect(await order()).toMatchObject({ message: 'QR_FAIL' });
    // A failed order is cancelled, and that fails, too.
    expect(calls).toBe(FAILURES);
    const [staff] = await staffOf(server, 'finance');
    const { body } = (await staff?.call('GET /staff/api/today')) ?? expect.unreachable();
    expect((body as { down: object[] }).down).toContainEqual({ kind: 'service', name: 'gateway:PAYONEX' });
  });
});

describe('a server whose bank fails', () => {
  let server: TestServer;
  let bank: Counterparty;
  /** References of the payouts that reached the bank. */
  const ordered = new Heard<string>();
  let answerOf: (reference: string) => CounterpartyAnswer = () => ({ status: 500, body: {} });

  beforeAll(async () => {
    bank = await startCounterparty(({ method, body }) => {
      if (method !== 'POST') return { status: 404, body: { error: 'not_found' } };
      const { reference } = body as { reference: string };
      ordered.add(reference);
      return answerOf(reference);
    });
    server = await startTestServer({
      // A bank is left alone by a clock that no test moves.
      time: 'passing',
      settings: {
        reconcileEveryMs: 50,
        circuit: { failures: 1, pauseMs: 3_000, longestPauseMs: 3_000 },
        environment: { BANK_URL: bank.url, BANK_SECRET: 'of the tests' },
      },
    });
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await bank.stop();
    await server.stop();
  });

  const withdraw = async ({ api }: TestMember): Promise<string> =>
    (await api.ok('POST /api/wallet/withdraw', { body: { amount: 500 } }))._id;

  it('lets payouts wait, and carries them out when it is back', { timeout: TEST_MS }, async () => {
    const [first, second] = [await server.members.joinWith(1_000), await server.members.joinWith(1_000)];
    const paid = await withdraw(first);
    await ordered.until((all) => all.length > 0, PATIENCE_MS);
    expect(ordered.all).toEqual([paid]);
    // It is held back: the bank never had an order of it, so its refusal is final.
    const refused = await withdraw(second);
    await eventually(async () => {
      const { rows } = await sql<{ tries: number }>`
        select attempts as tries from settlement_attempt where transfer_id = ${refused}`.execute(
        server.database.queries,
      );
      expect(rows[0]?.tries).toBeGreaterThan(0);
    }, PATIENCE_MS);
    expect(ordered.all).toEqual([paid]);
    answerOf = (reference) =>
      reference === refused
        ? { status: 400, body: { error: 'no_such_account' } }
        : { status: 200, body: { status: 'done' } };
    await first.newestBecomes({ _id: paid, status: 'SUCCESS' });
    await second.newestBecomes({ _id: refused, status: 'FAILED' });
    expect(await second.wallet()).toEqual({ amount: 1_000, transit: 0 });
    expect(ordered.all.filter((reference) => reference === refused)).toHaveLength(1);
  });
});
