import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestMember } from '../../testing/members.ts';
import { DEAD_ADDRESS } from '../../testing/counterparties-world.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const KBANK = { provider: 'KBANK' } as const;
/** More status checks than any order gets. */
const TOO_MANY = 40;
/** Longer than the lease of an order, shorter than the wait for its next status check. */
const MOST_LEASE_MS = 9_000;
/** Timeout for the status checks of a simulated day. */
const LONG_MS = 60_000;

describe('gateways whose callbacks never come', () => {
  let server: TestServer;
  let member: TestMember;

  beforeAll(async () => {
    // The callback URL points to an address without a server.
    server = await startTestServer({ settings: { publicUrl: DEAD_ADDRESS } });
    member = await server.members.join();
  });
  afterAll(() => server.stop());

  const create = async (): Promise<string> =>
    (await member.api.ok('POST /api/qrcode/:provider', { params: KBANK, body: { amount: 100 } })).qrcodeId;
  const cancel = (qrcodeId: string) =>
    member.api.ok('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } });
  const pay = (qrcodeId: string) => server.world.control('POST', `/qr/${qrcodeId}/pay`);
  const nextLook = async (id: string): Promise<Date | null> =>
    (
      await server.database.queries
        .selectFrom('qr_order')
        .select('look_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).look_at;

  /** Skips to the next status check and waits until it is done. @returns the time of the one after it */
  const letLook = async (id: string): Promise<Date | null> => {
    const { rows } = await sql<{ look_at: Date }>`
      update qr_order o set look_at = look_at - gap, created_at = created_at - gap, expires_at = expires_at - gap,
          ended_at = ended_at - gap
        from (select id, look_at - now() as gap from qr_order where id = ${id}) was
        where o.id = was.id returning o.look_at`.execute(server.database.queries);
    const due = rows[0]?.look_at.getTime() ?? Number.NaN;
    let next: Date | null = null;
    await server.workOff();
    next = await nextLook(id);
    expect(next === null || next.getTime() > due + MOST_LEASE_MS).toBe(true);
    return next;
  };

  /** Runs status checks of an order until only the last one is left. @returns their number */
  const lookUntilLast = async (id: string): Promise<number> => {
    for (let looks = 0; looks < TOO_MANY; looks += 1) {
      const { rows } = await sql<{ is_last: boolean }>`
        select look_at > least(expires_at, coalesce(ended_at, expires_at)) + interval '3 hours' as is_last
          from qr_order where id = ${id}`.execute(server.database.queries);
      if (rows[0]?.is_last) return looks;
      await letLook(id);
    }
    throw new Error('there is no last look');
  };

  it.each([
    ['cancelled', 3, cancel],
    ['expired', 14, async () => undefined],
  ] as const)(
    'are asked about a code that was %s a few times, the last time a day later',
    async (_, most, end) => {
      const id = await create();
      await end(id);
      const looks = await lookUntilLast(id);
      expect(looks).toBeLessThanOrEqual(most);
      expect(looks).toBeGreaterThanOrEqual(3);
      expect(await letLook(id)).toBeNull();
    },
    LONG_MS,
  );

  it(
    'are heard of a payment by the last look',
    async () => {
      const id = await create();
      await cancel(id);
      await lookUntilLast(id);
      const { amount } = await member.wallet();
      await pay(id);
      expect(await letLook(id)).toBeNull();
      expect((await member.wallet()).amount).toBe(amount + 100);
    },
    LONG_MS,
  );

  it(
    'are asked again when they did not answer the last look',
    async () => {
      const id = await create();
      await cancel(id);
      await lookUntilLast(id);
      const { amount } = await member.wallet();
      await pay(id);
      await server.world.fault('gateway', 'http_500');
      expect(await letLook(id)).not.toBeNull();
      await server.world.heal();
      expect(await letLook(id)).toBeNull();
      expect((await member.wallet()).amount).toBe(amount + 100);
    },
    LONG_MS,
  );
});
