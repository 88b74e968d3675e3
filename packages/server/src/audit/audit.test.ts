import { minor } from '@krapao/contract/money';
import { CompactEncrypt, importJWK } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAudit } from '../composition/audit.ts';
import { connectCounterparties, type Counterparties } from '../composition/counterparties.ts';
import { newId } from '../kernel/ids.ts';
import { readSettings } from '../kernel/settings.ts';
import type { TestMember } from '../testing/members.ts';
import { DEAD_ADDRESS, SECRET, type PayoutView } from '../testing/counterparties-world.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { NOT_COMPARED, type Finding } from './finding.ts';

const OPERATOR_BANK = '0001234572';
const OPERATOR_WALLET = '0600000011';
const GIFT_WALLET = 'กระเป๋า ซองของขวัญ';

describe('the audit against the counterparties', () => {
  let server: TestServer;
  let counterparties: Counterparties;
  let member: TestMember;
  let username: string;

  const connect = async (sandboxUrl: string) => {
    const settings = readSettings({
      SANDBOX_URL: sandboxUrl,
      SANDBOX_SECRET: SECRET,
      COUNTERPARTY_TIMEOUT_MS: '500',
    });
    return connectCounterparties(settings, await server.content.get());
  };
  const audit = async (parties = counterparties): Promise<Finding[]> =>
    runAudit(
      { database: server.database, counterparties: parties, content: await server.content.get() },
      { graceMs: 0, recheckAfterMs: 0 },
    );
  const wrong = async () => (await audit()).filter(({ severity }) => severity === 'wrong');
  /** Tampers with the books past all guards, like a person with the database's password. */
  const tamper = async (statement: string) => {
    await sql.raw('alter table ledger_transfer disable trigger all').execute(server.database.queries);
    await sql.raw(statement).execute(server.database.queries);
  };
  const becomes = (amount: number) =>
    server.whenDone(async () => expect((await member.wallet()).amount).toBe(amount));
  const move = (from: string, to: string, amount: number) =>
    member.api.ok('POST /api/wallet/transfer', { body: { from, to, amount } });

  async function redeemGift(amount: number): Promise<void> {
    const { link } = await server.world.control<{ link: string }>('POST', '/gift', { amount });
    const jwk = await member.api.ok('GET /api/lookup/truelinkKey');
    const encrypted = await new CompactEncrypt(new TextEncoder().encode(`${link}::${GIFT_WALLET}`))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid })
      .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
    await member.api.ok('POST /api/wallet/truelink', { body: { link: encrypted } });
  }

  /** Makes one movement of every kind, each settled. */
  async function liveThroughAll(): Promise<void> {
    member = await server.members.joinWith(1_000, { game: true, byQr: true });
    username = (await member.credentials()).username;
    const { bankCode, bankAccountNo, bankAccountName } = member.registration;
    const sender = { fromBankCode: bankCode, fromAccountNo: bankAccountNo, fromName: bankAccountName };
    await server.world.control('POST', '/bank/transfer', {
      ...sender,
      toAccountNo: OPERATOR_BANK,
      amount: 200,
    });
    const wallets = { fromPhone: member.registration.username, toWallet: OPERATOR_WALLET };
    await server.world.control('POST', '/wallet/transfer', { ...wallets, amount: 50 });
    await redeemGift(30);
    await becomes(1_280);
    await move('WALLET', 'PG', 300);
    await move('PG', 'WALLET', 100);
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 150 } });
    const [payout] = await server.whenDone(async () => {
      const payouts = await server.world.control<PayoutView[]>('GET', '/payouts');
      expect(payouts).toHaveLength(1);
      return payouts;
    });
    await server.world.control('POST', `/payouts/${payout?.id}`, { result: 'done' });
    await member.newestBecomes({ statementType: 'withdraw', status: 'SUCCESS' });
  }

  beforeAll(async () => {
    server = await startTestServer();
    counterparties = await connect(server.world.url);
    await liveThroughAll();
  });
  afterAll(() => server.stop());

  it('finds nothing while all books agree', async () => {
    expect(await audit()).toEqual([]);
  });

  it('lists what is in suspense, and calls it nothing wrong', async () => {
    const stranger = { fromBankCode: 'SCB', fromAccountNo: '9999999999', fromName: 'NOBODY' };
    await server.world.control('POST', '/bank/transfer', {
      ...stranger,
      toAccountNo: OPERATOR_BANK,
      amount: 12.05,
    });
    const finding = await server.whenDone(async () => {
      const [only, ...others] = await audit();
      expect(others).toEqual([]);
      // Until the feed has been read, it is an incoming payment that was not credited.
      expect(only?.check).toBe('suspense');
      return only;
    });
    expect(finding?.severity).toBe('attention');
    expect(finding?.message).toMatch(/^12\.05 BAHT of SCB belongs to nobody yet \(no_member\)/);
  });

  it.each([
    ['gateway payments', `detail ? 'orderId'`],
    ['bank transfers', `detail ? 'fromAccountNo' and not detail ? 'unmatched'`],
    ['wallet transfers', `detail ? 'senderMobile'`],
  ])(
    'finds what came in and was not credited, and what was credited and did not come in: %s',
    async (check, where) => {
      const rename = (from: string, to: string) =>
        tamper(`update ledger_transfer set detail = detail || jsonb_build_object('reference', ${to})
        where kind = 'deposit' and ${where} and ${from}`);
      await rename('true', `'x' || (detail ->> 'reference')`);
      const found = await wrong();
      expect(new Set(found.map((finding) => finding.check))).toEqual(new Set([check]));
      expect(found.map(({ message }) => message.replace(/[\d.]+|\(.*\)/g, '').trim()).sort()).toEqual([
        'came in and was never credited',
        'was credited , and nothing came in',
      ]);
      await rename(`detail ->> 'reference' like 'x%'`, `substr(detail ->> 'reference', 2)`);
      expect(await wrong()).toEqual([]);
    },
  );

  it.each([
    ['gateway payments', `kind = 'deposit' and detail ->> 'provider' = 'KBANK' and detail ? 'orderId'`],
    ['bank transfers', `kind = 'deposit' and detail ? 'fromAccountNo'`],
    ['wallet transfers', `kind = 'deposit' and detail ? 'senderMobile'`],
    ['game transfers', `kind = 'game_in'`],
    ['game transfers', `kind = 'game_out'`],
    ['payouts', `kind = 'withdraw'`],
  ])('finds an amount that is another one counterparties: %s, where %s', async (check, where) => {
    await tamper(`update ledger_transfer set amount = amount + 1 where ${where}`);
    expect((await wrong()).map((finding) => finding.check)).toContain(check);
    await tamper(`update ledger_transfer set amount = amount - 1 where ${where}`);
    expect(await wrong()).toEqual([]);
  });

  it.each([
    ['game_in', 'game transfers', 'voided', 'done there'],
    ['game_in', 'game transfers', 'pending', 'is done there, pending here'],
    ['withdraw', 'payouts', 'voided', 'done at the bank'],
    ['withdraw', 'payouts', 'pending', 'is done at the bank, pending here'],
  ])('finds a %s that ended otherwise counterparties: %s, %s here', async (kind, check, state, message) => {
    const settledAt = state === 'pending' ? 'null' : 'now()';
    await tamper(
      `update ledger_transfer set state = '${state}', settled_at = ${settledAt} where kind = '${kind}'`,
    );
    const found = (await wrong()).filter((finding) => finding.check === check);
    expect(found).toMatchObject([{ message: expect.stringContaining(message) }]);
    await tamper(`update ledger_transfer set state = 'posted', settled_at = now() where kind = '${kind}'`);
    expect(await wrong()).toEqual([]);
  });

  it('finds a posted movement that was refused there, or never seen', async () => {
    // More than the player has there: the provider refuses it and keeps a record.
    const body = { from: 'PG', to: 'WALLET', amount: 7_777 };
    expect(await member.api.refused('POST /api/wallet/transfer', { body })).toBe('MONEY_NOT_ENOUGH');
    expect(await wrong()).toEqual([]);
    await tamper(`update ledger_transfer set state = 'posted' where state = 'voided'`);
    expect((await wrong()).find(({ check }) => check === 'game transfers')?.message).toContain(
      'refused there',
    );
    const id = newId();
    await tamper(`update ledger_transfer set id = '${id}' where amount = 777700 and kind = 'game_out'`);
    expect((await wrong()).find(({ subject }) => subject === id)?.message).toContain('unknown there');
    await tamper(`update ledger_transfer set state = 'voided' where id = '${id}'`);
    expect(await wrong()).toEqual([]);
  });

  it('finds money that moved at the provider behind our back', async () => {
    const reference = newId();
    const amount = minor(500n);
    await counterparties.providers.get('PG')?.transfer({ reference, username, direction: 'deposit', amount });
    const found = await wrong();
    expect(found).toMatchObject([{ check: 'game transfers', subject: reference }]);
    expect(found[0]?.message).toContain('is done there, unknown here');
  });

  it('finds money of a player of whom the books have no movement', async () => {
    // The state after a restore: the copy has the account, but none of its movements.
    const other = await server.members.joinWith(0, { game: true });
    const reference = newId();
    await counterparties.providers.get('PG')?.transfer({
      reference,
      username: (await other.credentials()).username,
      direction: 'deposit',
      amount: minor(500n),
    });
    expect((await wrong()).map(({ subject }) => subject)).toContain(reference);
  });

  it('finds gift links and slips whose story does not fit the books', async () => {
    const { queries } = server.database;
    await queries.updateTable('gift_link').set({ state: 'refused' }).execute();
    expect((await wrong()).find(({ check }) => check === 'gift links')?.message).toBe(
      'link is refused, and credited 1 times',
    );
    await queries.updateTable('gift_link').set({ state: 'redeeming' }).execute();
    const open = (await audit()).find(({ check }) => check === 'gift links');
    expect(open).toMatchObject({ severity: 'attention' });
    await queries.updateTable('gift_link').set({ state: 'credited' }).execute();
    const { id } = await queries.selectFrom('member').select('id').executeTakeFirstOrThrow();
    const slip = {
      id: newId(),
      member_id: id,
      state: 'success',
      step: 'done',
      amount: 100n,
      reference: 'none',
    };
    await queries.insertInto('slip').values(slip).execute();
    expect((await wrong()).find(({ check }) => check === 'slips')?.message).toContain('nothing was credited');
    await queries.deleteFrom('slip').execute();
  });

  it('says what could not be compared, and calls it nothing wrong', async () => {
    const findings = await audit(await connect(DEAD_ADDRESS));
    expect(findings.filter(({ severity }) => severity === 'wrong')).toEqual([]);
    const notCompared = findings.filter(({ message }) => message.startsWith(NOT_COMPARED));
    expect(new Set(notCompared.map(({ check }) => check))).toEqual(
      new Set(['game transfers', 'gateway payments', 'bank transfers', 'wallet transfers', 'payouts']),
    );
  });
});
