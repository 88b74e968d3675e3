import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { TestMember } from '../../testing/members.ts';
import { RejectedEntries } from '../rejected-entries/service.ts';
import { SHELL } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OUR_SCB = '0002345683';
const OUR_QR_KBANK = '0001234561';
const OUR_EWALLET = '0600000011';
const OUR_GIFT_WALLET = '0600000012';

describe('transfers that feeds deliver', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const bankTransfer = async (
    from: Partial<TestMember['registration']>,
    amount: number,
    toAccountNo = OUR_SCB,
  ) =>
    (
      await server.world.control<{ statementReference: string }>('POST', '/bank/transfer', {
        fromBankCode: from.bankCode,
        fromAccountNo: from.bankAccountNo,
        fromName: from.bankAccountName,
        toAccountNo,
        amount,
      })
    ).statementReference;
  const walletTransfer = async (fromPhone: string, amount: number, toWallet = OUR_EWALLET) =>
    (
      await server.world.control<{ transactionId: string }>('POST', '/wallet/transfer', {
        fromPhone,
        toWallet,
        amount,
      })
    ).transactionId;
  /** Has a transfer booked. @returns its detail, and whether it went to suspense */
  const booked = (reference: string) =>
    server.whenDone(async () => {
      const rows = await server.database.queries
        .selectFrom('ledger_transfer')
        .innerJoin('ledger_account', 'ledger_account.id', 'credit_account')
        .select(['amount', 'detail', 'ledger_account.code'])
        .execute();
      const row = rows.find(({ detail }) => (detail as { reference?: string }).reference === reference);
      expect(row).toBeDefined();
      const { unmatched } = row!.detail as { unmatched?: string };
      return { amount: row!.amount, isSuspense: row!.code.startsWith('house:suspense'), unmatched };
    });

  it('credits a bank transfer to the member whose account it came from', async () => {
    const member = await server.members.join({ bankCode: 'KBANK' });
    await bankTransfer(member.registration, 321.25);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 321.25 });
    const { statements } = await member.api.ok('POST /api/statement', { body: { page: 1, limit: 10 } });
    expect(statements).toMatchObject([
      { statementType: 'deposit', from: 'KBANK', amount: 321.25, status: 'SUCCESS' },
    ]);
  });

  it('credits each transfer once though the feed repeats and shuffles', async () => {
    const member = await server.members.join();
    await server.world.fault('feed', 'duplicate');
    await server.world.fault('feed', 'reorder');
    for (const amount of [1, 2, 4, 8]) await bankTransfer(member.registration, amount);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 15 });
    await server.world.heal();
    await bankTransfer(member.registration, 16);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 31 });
  });

  it('finds the sender behind a masked account number', async () => {
    const member = await server.members.join({ bankCode: 'GSB', bankAccountNo: '020987654321' });
    await bankTransfer(member.registration, 40);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 40 });
  });

  it('tells members with alike masked numbers apart by name, and guesses nothing beyond that', async () => {
    const alike = (first: string, bankAccountName: string) =>
      server.members.join({
        bankCode: 'GSB',
        bankAccountNo: `${first}00015678900`.slice(0, 12),
        bankAccountName,
      });
    const named = await alike('1', 'ARUN SUKJAI');
    const twins = await Promise.all([alike('2', 'MALEE DEEJAI'), alike('3', 'MALEE DEEJAI')]);
    await bankTransfer(named.registration, 11);
    const unclear = await bankTransfer(twins[0].registration, 22);
    await server.workOff();
    expect(await named.wallet()).toMatchObject({ amount: 11 });
    expect(await booked(unclear)).toEqual({ amount: 2200n, isSuspense: true, unmatched: 'ambiguous' });
    for (const twin of twins) expect(await twin.wallet()).toMatchObject({ amount: 0 });
  });

  it('keeps in suspense what is nobody’s', async () => {
    const member = await server.members.join();
    const stranger = { ...member.registration, bankAccountNo: '9999999999' };
    expect(await booked(await bankTransfer(stranger, 5))).toEqual({
      amount: 500n,
      isSuspense: true,
      unmatched: 'no_member',
    });
    expect(await member.wallet()).toMatchObject({ amount: 0 });
  });

  it('credits nobody for what comes to an account that is paid by QR code: the gateway tells of that', async () => {
    const member = await server.members.join({ bankCode: 'KBANK' });
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', {
      params: { provider: 'KBANK' },
      body: { amount: 100 },
    });
    await server.world.control('POST', `/qr/${qrcodeId}/pay`);
    // The bank reports the same money under its own reference.
    const reference = await bankTransfer(member.registration, 100, OUR_QR_KBANK);
    expect(await booked(reference)).toEqual({
      amount: 10_000n,
      isSuspense: true,
      unmatched: 'paid_by_qr',
    });
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 100 });
  });

  it('is not held up by a transfer it reads again whose sender has become a member since', async () => {
    const { registration: stranger } = await server.members.join();
    const account = { bankCode: 'SCB', bankAccountNo: '8888888888', bankAccountName: 'LATE JOINER' };
    const before = await bankTransfer({ ...stranger, ...account }, 5);
    expect(await booked(before)).toMatchObject({ isSuspense: true });
    const phone = server.members.nextPhone();
    const early = await walletTransfer(phone, 9);
    expect(await booked(early)).toMatchObject({ isSuspense: true });

    const member = await server.members.join({ ...account, username: phone });
    const last = {
      bank: await bankTransfer(member.registration, 30),
      ewallet: await walletTransfer(phone, 12),
    };
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 42 });
    // Simulates a process that dies after booking a page and before moving the cursor.
    await server.database.queries.updateTable('feed').set({ cursor: '' }).execute();
    await server.whenDone(async () => {
      const feeds = await server.database.queries.selectFrom('feed').select(['name', 'cursor']).execute();
      expect(Object.fromEntries(feeds.map(({ name, cursor }) => [name, cursor]))).toEqual(last);
    });
    expect(await member.wallet()).toMatchObject({ amount: 42 });
    expect(await booked(before)).toMatchObject({ isSuspense: true });
  });

  it.each([
    ['with a character no text may hold', 'EVIL\u0000NAME'],
    ['with half a character', 'HALF\ud83d'],
    ['of quotes and signs', `'; drop table member; -- "\\`],
  ])('takes in a sender’s name %s, and what comes behind it', async (_, fromName) => {
    const member = await server.members.join();
    const stranger = { ...member.registration, bankAccountNo: '9999999998', bankAccountName: fromName };
    const strange = await bankTransfer(stranger, 6);
    await bankTransfer(member.registration, 8);
    expect(await booked(strange)).toMatchObject({ amount: 600n, isSuspense: true });
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 8 });
  });

  it.each(['bank', 'ewallet'] as const)(
    'puts aside what makes no sense in the %s feed, once, and goes on',
    async (source) => {
      const member = await server.members.join();
      await server.world.fault(source === 'bank' ? 'feed' : 'ewallet', 'odd');
      const put = (amount: number) =>
        source === 'bank'
          ? bankTransfer(member.registration, amount)
          : walletTransfer(member.registration.username, amount);
      await put(3);
      await server.workOff();
      expect(await member.wallet()).toMatchObject({ amount: 3 });
      await put(4);
      await server.workOff();
      expect(await member.wallet()).toMatchObject({ amount: 7 });
      await server.world.heal();
      const rejected = new RejectedEntries(server.database);
      const ofFeed = async () => (await rejected.list()).filter((entry) => entry.source === source);
      const listed = await ofFeed();
      expect(new Set(listed.map(({ reason }) => reason))).toEqual(
        new Set(['amount is not above zero', 'time is not one', 'not an object']),
      );
      expect(listed.some(({ entry }) => entry.includes('"amount":"0.00"'))).toBe(true);
      // Reading again from the start adds no entries.
      await server.database.queries
        .updateTable('feed')
        .set({ cursor: '' })
        .where('name', '=', source)
        .execute();
      await put(5);
      await server.workOff();
      expect(await member.wallet()).toMatchObject({ amount: 12 });
      expect(await ofFeed()).toHaveLength(listed.length);
      for (const { id } of listed) await rejected.close(id, 'asked the bank: a test of theirs', SHELL);
      expect(await ofFeed()).toEqual([]);
    },
  );

  it('credits a wallet transfer to the member with that phone', async () => {
    const member = await server.members.join();
    await walletTransfer(member.registration.username, 2);
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 2 });
    const { statements } = await member.api.ok('POST /api/statement', { body: { page: 1, limit: 10 } });
    expect(statements).toMatchObject([{ statementType: 'deposit', from: 'EWALLET', amount: 2 }]);
  });

  it.each([
    ['below the minimum', 1.99, OUR_EWALLET, 'below_minimum'],
    ['to a wallet for gift links', 10, OUR_GIFT_WALLET, 'unknown_destination'],
  ])('keeps a wallet transfer in suspense that is %s', async (_, amount, toWallet, unmatched) => {
    const member = await server.members.join();
    const id = await walletTransfer(member.registration.username, amount, toWallet);
    expect(await booked(id)).toMatchObject({ isSuspense: true, unmatched });
    expect(await member.wallet()).toMatchObject({ amount: 0 });
  });

  it('goes on from where it was when a feed has been away', async () => {
    const member = await server.members.join();
    await server.world.fault('feed', 'http_500');
    await server.world.fault('ewallet', 'timeout_before_commit');
    await bankTransfer(member.registration, 7);
    await walletTransfer(member.registration.username, 6);
    await server.world.heal();
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 13 });
  });
});
