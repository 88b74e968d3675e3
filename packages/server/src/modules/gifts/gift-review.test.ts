/** @module-tag whole */
import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimChecks } from '../../audit/claims.ts';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { startCounterparty, type Counterparty } from '../../testing/counterparty.ts';
import type { TestMember } from '../../testing/members.ts';
import { SHELL } from '../../testing/staff.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { GiftReviews } from './reviews.ts';

const GIFT_WALLET = 'กระเป๋า ซองของขวัญ';

/** Uses a wallet service whose answers each test sets. */
describe('gift links whose first redeeming had no answer', () => {
  let server: TestServer;
  let wallet: Counterparty;
  /** Answer to a redemption. */
  let redeeming: 'fails' | 'refuses' | 'refuses as the first lands' | 'gives' = 'fails';
  /** Codes for which the operator's wallet holds a ticket. */
  const tickets = new Set<string>();
  let redeemings: string[] = [];

  beforeAll(async () => {
    const ticketOf = (code: string) => ({
      status: { code: 'SUCCESS' },
      data: { voucher: { voucher_id: `voucher ${code}` }, my_ticket: { amount_baht: '60.00' } },
    });
    wallet = await startCounterparty(({ method, path }) => {
      const code = /vouchers\/(\w+)\//.exec(path)?.[1] ?? '';
      if (method === 'GET') {
        return {
          status: 200,
          body: tickets.has(code)
            ? ticketOf(code)
            : { status: { code: 'SUCCESS' }, data: { my_ticket: null } },
        };
      }
      redeemings.push(code);
      if (redeeming === 'fails') return { status: 500, body: {} };
      if (redeeming !== 'refuses') tickets.add(code);
      if (redeeming !== 'gives') return { status: 400, body: { status: { code: 'VOUCHER_OUT_OF_STOCK' } } };
      return { status: 200, body: ticketOf(code) };
    });
    server = await startTestServer({
      settings: { environment: { GIFT_URL: wallet.url, GIFT_SECRET: 'of the tests' } },
    });
  });
  beforeEach(() => {
    redeeming = 'fails';
    redeemings = [];
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await wallet.stop();
    await server.stop();
  });

  /** Submits a link that is not redeemed at once. @returns its code and its id */
  const handIn = async (member: TestMember) => {
    const code = randomUUID().replaceAll('-', '');
    const jwk = await member.api.ok('GET /api/lookup/truelinkKey');
    const text = `https://gift.truemoney.com/campaign/?v=${code}::${GIFT_WALLET}`;
    const link = await new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid })
      .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
    const { _id: id, status } = await member.api.ok('POST /api/wallet/truelink', { body: { link } });
    expect(status).toBe('PENDING');
    return { code, id };
  };
  const stateOf = async (id: string) =>
    (
      await server.database.queries
        .selectFrom('gift_link')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).state;
  const areRefusedAgain = async (...codes: string[]) => {
    await server.pass(LEFT_MS);
    await server.pass(LEFT_MS);
    for (const code of codes) expect(redeemings.filter((one) => one === code)).toHaveLength(3);
  };
  const age = (id: string) =>
    sql`update gift_link set created_at = now() - interval '1 hour', next_at = now() where id = ${id}`.execute(
      server.database.queries,
    );

  it('are credited when the first lands after later ones were refused', async () => {
    const member = await server.members.join();
    const { code, id } = await handIn(member);
    redeeming = 'refuses';
    await areRefusedAgain(code);
    expect(await stateOf(id)).toBe('redeeming');
    tickets.add(code);
    await server.pass(LEFT_MS);
    expect(await member.wallet()).toMatchObject({ amount: 60 });
    expect((await member.statement()).map(({ _id }) => _id)).toEqual([id]);
    expect(await stateOf(id)).toBe('credited');
  });

  it('are credited when the first lands between our look and our next try', async () => {
    const member = await server.members.join();
    const { code, id } = await handIn(member);
    redeeming = 'refuses as the first lands';
    await server.pass(LEFT_MS);
    expect(redeemings).toEqual([code, code]);
    expect(await member.wallet()).toMatchObject({ amount: 60 });
    expect(await stateOf(id)).toBe('credited');
  });

  it('are left to a person when the first never shows, and credited if it does later', async () => {
    const reviews = new GiftReviews(server.database);
    const member = await server.members.join();
    const [shows, never] = [await handIn(member), await handIn(member)];
    redeeming = 'refuses';
    await areRefusedAgain(shows.code, never.code);
    await Promise.all([age(shows.id), age(never.id)]);
    await server.whenDone(async () => {
      const listed = (await reviews.list()).map(({ id }) => id);
      expect(listed).toEqual(expect.arrayContaining([shows.id, never.id]));
    });
    const check = claimChecks(server.database, new Date()).find(({ name }) => name === 'gift links');
    expect((await check?.run())?.map(({ severity, subject }) => [severity, subject])).toEqual(
      expect.arrayContaining([
        ['attention', shows.id],
        ['attention', never.id],
      ]),
    );

    tickets.add(shows.code);
    await age(shows.id);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 60 });
    await expect(reviews.close(shows.id, 'too late', SHELL)).rejects.toThrow('no gift link');
    await reviews.close(never.id, 'the wallet’s staff know of no redeeming', SHELL);
    expect(await stateOf(never.id)).toBe('refused');
    expect(await reviews.list()).toEqual([]);
  });

  it('are left to a person when their wallet is gone from the content', async () => {
    const reviews = new GiftReviews(server.database);
    const member = await server.members.join();
    const { code, id } = await handIn(member);
    tickets.add(code);
    const content = await server.content.get();
    const changed = structuredClone(content);
    for (const one of changed.depositAccounts.wallets) {
      if (one.walletAccountName === GIFT_WALLET) one.enabled = false;
    }
    await server.content.save(changed);
    try {
      await age(id);
      await server.workOff();
      expect((await reviews.list()).map((one) => one.id)).toContain(id);
    } finally {
      await server.content.save(content);
    }
    await age(id);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 60 });
    expect(await stateOf(id)).toBe('credited');
  });

  it('do not keep others waiting when their code cannot be opened', async () => {
    const [odd, good] = [await server.members.join(), await server.members.join()];
    const { id } = await handIn(odd);
    await sql`update gift_link set sealed_code = '\\x00' where id = ${id}`.execute(server.database.queries);
    const waiting = await handIn(good);
    await sql`update gift_link set next_at = now() where id in (${id}, ${waiting.id})`.execute(
      server.database.queries,
    );
    redeeming = 'gives';
    await server.workOff();
    expect(await good.wallet()).toMatchObject({ amount: 60 });
    expect(await stateOf(id)).toBe('redeeming');
  });
});
