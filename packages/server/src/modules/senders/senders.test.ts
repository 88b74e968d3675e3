import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { TestMember } from '../../testing/members.ts';
import { endOfSlip, transferBy, uploadSlip } from '../../testing/slips.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const OUR_SCB = '0002345683';
const OUR_KBANK = '0001234572';

interface Sent {
  fromBankCode: string;
  fromAccountNo: string;
  fromName: string;
  amount: number;
  toSomebodyElse?: boolean;
}

describe('whose a bank transfer is', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const send = (sent: Sent) =>
    server.world.control('POST', '/bank/transfer', { toAccountNo: OUR_SCB, ...sent });
  /** Returns why a transfer of that amount is in suspense; undefined when a member has it. */
  const unmatched = (amount: number): Promise<string | undefined> =>
    server.whenDone(async () => {
      const row = await server.database.queries
        .selectFrom('ledger_transfer')
        .innerJoin('ledger_account', 'ledger_account.id', 'credit_account')
        .select(['detail', 'code'])
        .where('amount', '=', BigInt(Math.round(amount * 100)))
        .executeTakeFirst();
      expect(row).toBeDefined();
      const { unmatched: why = '?' } = row!.detail as { unmatched?: string };
      return row!.code.startsWith('house:suspense') ? why : undefined;
    });
  const rename = (member: TestMember, bankAccountName: string) =>
    member.api.ok('PUT /api/account/bankAccountName', {
      body: { bankCode: member.registration.bankCode, bankAccountName },
    });

  it('is not a member’s whose account shares the visible digits and whose name is another', async () => {
    const somying = await server.members.join({ bankCode: 'BAY', bankAccountNo: '1111112341' });
    const fromAccountNo = '9999912349';
    await send({ fromBankCode: 'BAY', fromAccountNo, fromName: 'PRASERT WONGSA', amount: 5_000 });
    expect(await unmatched(5_000)).toBe('name_mismatch');
    expect(await somying.wallet()).toMatchObject({ amount: 0 });
  });

  it('is not theirs who took the sender’s name afterwards, nor the sender’s while that is not settled', async () => {
    const [victim, thief] = await Promise.all([
      server.members.join({
        bankCode: 'BAY',
        bankAccountNo: '2222256782',
        bankAccountName: 'MALEE RAKDEE',
      }),
      server.members.join({
        bankCode: 'BAY',
        bankAccountNo: '3333356783',
        bankAccountName: 'SOMSAK PLOMJAI',
      }),
    ]);
    const { bankCode, bankAccountNo, bankAccountName } = victim.registration;
    const from = { fromBankCode: bankCode, fromAccountNo: bankAccountNo, fromName: bankAccountName };
    await send({ ...from, amount: 2_999 });
    expect(await unmatched(2_999)).toBeUndefined();
    await rename(thief, 'MISS MALEE RAKDEE');
    await send({ ...from, fromName: 'MISS MALEE RAKDEE', amount: 3_000 });
    expect(await unmatched(3_000)).toBe('ambiguous');
    expect(await thief.wallet()).toMatchObject({ amount: 0 });
    expect(await victim.wallet()).toMatchObject({ amount: 2_999 });
  });

  it('is not theirs who took a name of somebody who is no member', async () => {
    const thief = await server.members.join({
      bankCode: 'BAY',
      bankAccountNo: '3333390123',
      bankAccountName: 'SOMSAK PLOMJAI',
    });
    await rename(thief, 'WICHAI BOONMA');
    const fromAccountNo = '7777790127';
    await send({ fromBankCode: 'BAY', fromAccountNo, fromName: 'WICHAI BOONMA', amount: 3_100 });
    expect(await unmatched(3_100)).toBe('name_mismatch');
    expect(await thief.wallet()).toMatchObject({ amount: 0 });
  });

  it('is a new name’s once a transfer with the whole number bore it', async () => {
    const member = await server.members.join({
      bankCode: 'KTB',
      bankAccountNo: '4444434564',
      bankAccountName: 'NOK MEESUK',
    });
    await rename(member, 'NOK THONGDEE');
    const from = { fromBankCode: 'KTB', fromAccountNo: '4444434564', fromName: 'NOK THONGDEE' };
    const slip = async (): Promise<string> => {
      const { picture } = await transferBy(server.world, member, {
        fromName: 'NOK THONGDEE',
        toSomebodyElse: true,
      });
      return endOfSlip(member, (await uploadSlip(server.url, member, picture))._id);
    };
    // The look-up masks digits, the bank's feed does not.
    expect(await slip()).toBe('NOT_MATCH');
    await send({ ...from, amount: 41.5 });
    expect(await unmatched(41.5)).toBeUndefined();
    expect(await slip()).toBe('SUCCESS');
    // The old name was only the member's claim, and the bank has another.
    const { picture } = await transferBy(server.world, member, {
      fromName: 'NOK MEESUK',
      toSomebodyElse: true,
    });
    expect(await endOfSlip(member, (await uploadSlip(server.url, member, picture))._id)).toBe('NOT_MATCH');
  });

  it('is the holder’s of a whole number, in whatever script the bank writes the name', async () => {
    const member = await server.members.join({ bankCode: 'KTB', bankAccountNo: '5555512345' });
    const from = { fromBankCode: 'KTB', fromAccountNo: '5555512345', fromName: 'นางสาว สมหญิง ใจดี' };
    await send({ ...from, amount: 42.5 });
    expect(await unmatched(42.5)).toBeUndefined();
    expect(await member.wallet()).toMatchObject({ amount: 42.5 });
  });

  it('is nobody’s for a machine where the bank writes Thai and the member Latin', async () => {
    const member = await server.members.join({ bankCode: 'GSB', bankAccountNo: '555556789555' });
    const from = { fromBankCode: 'GSB', fromAccountNo: '555556789555', fromName: 'นางสาว สมหญิง ใจดี' };
    await send({ ...from, amount: 43.5 });
    expect(await unmatched(43.5)).toBe('name_mismatch');
    expect(await member.wallet()).toMatchObject({ amount: 0 });
  });

  it('is neither’s where one of two fitting members cannot be ruled out', async () => {
    const alike = (first: string, bankAccountName: string) =>
      server.members.join({ bankCode: 'GSB', bankAccountNo: `${first}00002468900`, bankAccountName });
    const members = [await alike('1', 'SUDA BOONMA'), await alike('2', 'สุดา บุญมา')];
    const from = { fromBankCode: 'GSB', fromAccountNo: '200002468900' };
    await send({ ...from, fromName: 'SUDA BOONMA', amount: 44.5 });
    expect(await unmatched(44.5)).toBe('ambiguous');
    await send({ ...from, fromName: 'สุดา บุญมา', amount: 45.5 });
    expect(await unmatched(45.5)).toBe('ambiguous');
    for (const member of members) expect(await member.wallet()).toMatchObject({ amount: 0 });
  });

  describe('by its slip', () => {
    const outcome = async (member: TestMember, picture: Buffer): Promise<string> =>
      endOfSlip(member, (await uploadSlip(server.url, member, picture))._id);

    it('is not a member’s whose account shares the visible digits and whose name is another', async () => {
      const member = await server.members.join({ bankCode: 'BAY', bankAccountNo: '1111172341' });
      const { picture } = await transferBy(server.world, member, {
        fromAccountNo: '9999972349',
        fromName: 'PRASERT WONGSA',
        toSomebodyElse: true,
      });
      expect(await outcome(member, picture)).toBe('NOT_MATCH');
    });

    it('is not theirs who took the sender’s name afterwards', async () => {
      const thief = await server.members.join({ bankCode: 'BAY', bankAccountNo: '1111182341' });
      await rename(thief, 'PRASERT WONGSA');
      const { picture } = await transferBy(server.world, thief, {
        fromAccountNo: '9999982349',
        fromName: 'PRASERT WONGSA',
        toSomebodyElse: true,
      });
      expect(await outcome(thief, picture)).toBe('NOT_MATCH');
    });

    it('did not come to us when a receiver shares four digits of our account and has another name', async () => {
      const member = await server.members.join({ bankCode: 'BAY', bankAccountNo: '1111192341' });
      const { picture } = await transferBy(server.world, member, {
        toAccountNo: `99999${OUR_KBANK.slice(5, 9)}9`,
        toName: 'นาย มูล บัญชี',
        toSomebodyElse: true,
      });
      expect(await outcome(member, picture)).toBe('DEST_ACC_INVALID');
    });
  });
});
