import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { newId } from '../../kernel/ids.ts';
import { inWhole } from '../../testing/forms.ts';
import type { TestMember } from '../../testing/members.ts';
import {
  endOfSlip,
  qrPicture,
  slipById,
  slipsOf,
  slipText,
  transferBy,
  uploadSlip,
  type Transfer,
} from '../../testing/slips.ts';
import { staffOf, type StaffBrowser, type StaffReply } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ACCOUNT = '0001234572';
const STRANGER = { fromAccountNo: '9999999999', fromName: 'SOMEBODY ELSE' };
/** Rounds of each race; `SLIP_ROUNDS=12` for the long form. */
const ROUNDS = Number(process.env.SLIP_ROUNDS ?? 3);

let server: TestServer;
let cashier: StaffBrowser;
let finance: StaffBrowser;
let support: StaffBrowser;
let auditor: StaffBrowser;

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  [cashier, finance, support, auditor] = (await staffOf(
    server,
    'cashier',
    'finance',
    'support',
    'auditor',
  )) as [StaffBrowser, StaffBrowser, StaffBrowser, StaffBrowser];
});
afterAll(async () => {
  expect(await auditLedger(server.database)).toEqual([]);
  await server.stop();
});

let accounts = 0;
/** Registers a member whose account has digits of its own where slips show them. */
const join = (): Promise<TestMember> =>
  server.members.join({ bankAccountNo: `71000${String((accounts += 1)).padStart(4, '0')}5` });

let references = 0;
const nextReference = (): string => `READBYAPERSON${String((references += 1)).padStart(4, '0')}`;

/** Uploads a slip and waits for its end. @returns its id and the end */
const sendSlip = async (member: TestMember, picture: Uint8Array): Promise<{ id: string; end: string }> => {
  const { _id: id } = await uploadSlip(server.url, member, picture);
  return { id, end: await endOfSlip(member, id) };
};
/** Uploads a picture without a code. @returns its id */
const sendUnreadable = async (member: TestMember): Promise<string> =>
  (await sendSlip(member, await qrPicture('no slip at all'))).id;
/** Sends money that the statement does not report, and its slip. */
const sendTransfer = async (member: TestMember, transfer: Transfer = {}) => {
  const sent = await transferBy(server.world, member, { toSomebodyElse: true, ...transfer });
  return { ...sent, ...(await sendSlip(member, sent.picture)) };
};
const show = async (id: string, by = cashier) => (await by.call(`GET /staff/api/slips/${id}`)).body.slip;
const decide = (by: StaffBrowser, id: string, body: object): Promise<StaffReply> =>
  by.call(`POST /staff/api/slips/${id}/decision`, { reason: 'looked at the slip', ...body });
const accept = (id: string, transfer: object = {}, by = cashier, accountNo = ACCOUNT) =>
  decide(by, id, { decision: 'accept', accountNo, transfer });
const refuse = (id: string, shown = 'NOT_MATCH', by = cashier) =>
  decide(by, id, { decision: 'refuse', shown });
const read = (reference: string, amount = 250.25) => ({
  sendingBank: '004',
  reference,
  amount,
  at: new Date().toISOString(),
});
const amountOf = async (member: TestMember): Promise<number> => (await member.wallet()).amount;
const actsOf = async (id: string): Promise<{ action: string; outcome: string; reason: string }[]> =>
  (await auditor.call(`GET /staff/api/audit?subject=slip%20${id}`)).body.items;

describe('a slip that the machine could not read', () => {
  it('is shown with its picture, and credited by what a person reads on it', async () => {
    const member = await join();
    const id = await sendUnreadable(member);
    expect(await show(id)).toMatchObject({
      id,
      state: 'failed',
      answer: null,
      hasPicture: true,
      reference: '',
      accounts: expect.arrayContaining([expect.objectContaining({ accountNo: ACCOUNT })]) as unknown,
    });
    const reference = nextReference();
    expect((await accept(id, { reference, amount: 250.25 })).code).toBe('KEY_MISSING');
    const { status, body } = await accept(id, read(reference));
    expect({ status, slip: body.slip }).toMatchObject({
      status: 200,
      slip: { state: 'success', amount: 250.25, reference, sendingBank: '004', decidedBy: 'cashier 0' },
    });
    expect(await amountOf(member)).toBe(250.25);
    expect(await slipById(member, id)).toMatchObject({
      status: 'SUCCESS',
      amount: 250.25,
      note: '',
      reference,
    });
    expect(await member.statement()).toMatchObject([
      { statementType: 'deposit', from: 'KBANK', amount: 250.25 },
    ]);
    expect((await accept(id, read(nextReference()))).code).toBe('ALREADY_DECIDED');
    expect((await refuse(id)).code).toBe('ALREADY_DECIDED');
    expect(await amountOf(member)).toBe(250.25);
    expect(await actsOf(id)).toMatchObject([
      { action: 'slip.refuse', outcome: 'refused', reason: 'ALREADY_DECIDED' },
      { action: 'slip.accept', outcome: 'refused', reason: 'ALREADY_DECIDED' },
      { action: 'slip.accept', outcome: 'done', reason: 'looked at the slip' },
      { action: 'slip.accept', outcome: 'refused', reason: 'KEY_MISSING' },
    ]);
  });

  it('credits no reference twice, for any member', async () => {
    const [first, second] = [await join(), await join()];
    const reference = nextReference();
    expect((await accept(await sendUnreadable(first), read(reference))).status).toBe(200);
    const id = await sendUnreadable(second);
    expect((await accept(id, read(reference))).code).toBe('REFERENCE_USED');
    expect((await accept(id, read(reference, 10))).code).toBe('REFERENCE_USED');
    expect(await amountOf(second)).toBe(0);
    // The machine's credits count as well.
    const sent = await sendTransfer(first);
    expect(sent.end).toBe('SUCCESS');
    expect((await accept(id, read(sent.reference, 500))).code).toBe('REFERENCE_USED');
    expect(await amountOf(second)).toBe(0);
  });

  it('is refused with a reason that the player reads', async () => {
    const member = await join();
    const id = await sendUnreadable(member);
    expect((await refuse(id, 'DEST_ACC_INVALID')).status).toBe(200);
    expect(await slipsOf(member)).toMatchObject([{ status: 'FAILED', note: 'DEST_ACC_INVALID' }]);
    expect((await accept(id, read(nextReference()))).code).toBe('ALREADY_DECIDED');
  });

  it('needs its facts to be well formed, and an account of ours', async () => {
    const id = await sendUnreadable(await join());
    const reference = nextReference();
    expect((await accept(id, { ...read(reference), sendingBank: '999' })).code).toBe('KEY_INVALID');
    expect((await accept(id, { ...read(reference), amount: -5 })).code).toBe('KEY_INVALID');
    expect((await accept(id, { ...read(reference), at: 'yesterday' })).code).toBe('KEY_INVALID');
    expect((await accept(id, read(reference), cashier, '5550009999')).code).toBe('NOT_POSSIBLE');
    expect((await decide(cashier, id, { decision: 'perhaps' })).code).toBe('KEY_INVALID');
    expect((await accept(newId(), read(reference))).code).toBe('NO_DATA');
    expect((await cashier.call(`GET /staff/api/slips/${newId()}`)).code).toBe('NO_DATA');
  });
});

describe('a slip that the look-up found', () => {
  it('tells its sender, and is credited by the look-up’s facts', async () => {
    const member = await join();
    const { id, end, reference } = await sendTransfer(member, { ...STRANGER, amount: 321 });
    expect(end).toBe('NOT_MATCH');
    const shown = await show(id);
    expect(shown).toMatchObject({
      note: 'NOT_MATCH',
      amount: 321,
      reference,
      answer: { answer: 'found', transfer: { amount: 321, to: { bankCode: 'KBANK' } } },
      accounts: [{ accountNo: ACCOUNT }],
    });
    expect(shown.answer.transfer.from.accountName).not.toBe('');
    expect((await show(id, support)).answer.transfer.from.accountName).toBe('');
    expect((await accept(id, { amount: 400 })).code).toBe('KEY_INVALID');
    expect((await accept(id, { reference: nextReference() })).code).toBe('KEY_INVALID');
    expect((await accept(id)).status).toBe(200);
    expect(await amountOf(member)).toBe(321);
  });

  it('is not credited while its money may be in suspense, and is once it was assigned', async () => {
    const member = await join();
    const { id, end, statementReference } = await sendTransfer(member, {
      ...STRANGER,
      amount: 333.25,
      toSomebodyElse: false,
    });
    expect(end).toBe('NOT_MATCH');
    const deposit = await server.whenDone(async () => {
      const { items } = (await cashier.call('GET /staff/api/suspense')).body as {
        items: { id: string; clues: Record<string, string> }[];
      };
      const found = items.find(({ clues }) => clues['reference'] === statementReference);
      expect(found).toBeDefined();
      return found!;
    });
    expect((await accept(id)).code).toBe('MONEY_HELD');
    const memberId = (await show(id)).member.id as string;
    const assigned = await cashier.call(`POST /staff/api/suspense/${deposit.id}/assign`, {
      memberId,
      reason: 'theirs',
    });
    expect(assigned.status).toBe(200);
    expect((await accept(id)).status).toBe(200);
    expect(await amountOf(member)).toBe(333.25);
  });

  it('is not credited where the statement gave the money to another member', async () => {
    const [sender, other] = [await join(), await join()];
    const sent = await transferBy(server.world, sender, { amount: 341.5 });
    await server.workOff();
    expect(await amountOf(sender)).toBe(341.5);
    const { id, end } = await sendSlip(other, sent.picture);
    expect(end).toBe('NOT_MATCH');
    expect((await accept(id)).code).toBe('CREDITED_ELSEWHERE');
    expect(await amountOf(other)).toBe(0);
  });
});

describe('a slip above the limit of one person', () => {
  it('is proposed by one and approved by another', async () => {
    const member = await join();
    const { id } = await sendTransfer(member, { ...STRANGER, amount: 20_001 });
    const { status, body } = await accept(id);
    expect(status).toBe(202);
    expect((await show(id)).approvalId).toBe(body.approvalId);
    expect((await accept(id)).code).toBe('ALREADY_PROPOSED');
    expect(await amountOf(member)).toBe(0);
    const approval = `POST /staff/api/approvals/${body.approvalId}/decision`;
    const approve = { decision: 'approve', reason: 'the bank says so' };
    expect((await cashier.call(approval, approve)).code).toBe('OWN_PROPOSAL');
    expect((await finance.call(approval, approve)).status).toBe(200);
    expect(await amountOf(member)).toBe(20_001);
    expect((await actsOf(id)).map(({ action }) => action)).toContain('slip.accept.approve');
  });

  it('is not credited when it was refused meanwhile', async () => {
    const member = await join();
    const { id } = await sendTransfer(member, { ...STRANGER, amount: 20_002 });
    const { body } = await accept(id);
    expect((await refuse(id)).status).toBe(200);
    const approve = { decision: 'approve', reason: 'the bank says so' };
    const { code } = await finance.call(`POST /staff/api/approvals/${body.approvalId}/decision`, approve);
    expect(code).toBe('NOT_POSSIBLE');
    expect(await amountOf(member)).toBe(0);
  });
});

describe('the picture of a slip', () => {
  it('is served to staff as what it is, cannot run, and each look is recorded', async () => {
    const member = await join();
    const id = await sendUnreadable(member);
    const url = `${server.staff!.url}/staff/api/slips/${id}/picture`;
    const reply = await fetch(url, { headers: { cookie: `krapao_staff=${support.cookie}` } });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect([reply.status, [...bytes.subarray(0, 3)]]).toEqual([200, [0xff, 0xd8, 0xff]]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/) as unknown,
    });
    const { id: memberId } = (await show(id)).member;
    const { body } = await auditor.call(`GET /staff/api/audit?subject=member%20${memberId}`);
    expect(body.items).toMatchObject([
      { action: 'slip.picture', actor: { name: 'support 2' }, after: { slipId: id } },
    ]);
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url.replace(server.staff!.url, server.url))).status).toBe(404);
    await sql`delete from slip_image where slip_id = ${id}`.execute(server.database.queries);
    expect((await cashier.call(`GET /staff/api/slips/${id}/picture`)).code).toBe('NO_DATA');
  });
});

describe('who decides', () => {
  it('needs the right, at the moment of the decision', async () => {
    const id = await sendUnreadable(await join());
    expect((await refuse(id, 'NOT_MATCH', support)).code).toBe('FORBIDDEN');
    expect((await refuse(id, 'NOT_MATCH', auditor)).code).toBe('FORBIDDEN');
  });
});

describe('two who decide one slip at once', inWhole, () => {
  const codes = (replies: StaffReply[]) => replies.map(({ code }) => code ?? 'OK').toSorted();

  it('have one end, whatever they decide', async () => {
    const member = await join();
    let credited = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await sendUnreadable(member);
      const transfer = read(nextReference(), 10);
      const replies = await Promise.all([
        accept(id, transfer),
        round % 2 === 0 ? refuse(id, 'NOT_MATCH', finance) : accept(id, transfer, finance),
      ]);
      expect(codes(replies)).toEqual(['ALREADY_DECIDED', 'OK']);
      if ((await slipById(member, id)).status === 'SUCCESS') credited += 1;
      expect(await amountOf(member)).toBe(credited * 10);
    }
  });

  it('have one credit where two members claim one reference', async () => {
    const members = [await join(), await join()];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const ids = await Promise.all(members.map(sendUnreadable));
      const reference = nextReference();
      // The amounts differ, so that the two do not wait for each other's turn.
      const replies = await Promise.all(
        ids.map((id, index) => accept(id, read(reference, 10 + index), [cashier, finance][index])),
      );
      expect(codes(replies)).toEqual(['OK', 'REFERENCE_USED']);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ledger_transfer where detail ->> 'reference' = ${reference}`.execute(
        server.database.queries,
      );
      expect(rows).toEqual([{ count: 1 }]);
    }
  });

  it('have one end where the other is the machine’s late look-up', async () => {
    const member = await join();
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await amountOf(member);
      const sent = await transferBy(server.world, member, { toSomebodyElse: true, amount: 100 });
      const picture = await qrPicture(slipText('004', sent.reference));
      const { _id: id } = await uploadSlip(server.url, member, picture);
      const machine = server.workOff();
      const given = { amount: 100, at: new Date().toISOString() };
      const isRefusal = round % 2 === 0;
      let reply: StaffReply;
      do {
        // A look-up that answered meanwhile has other facts, or none are read yet: the person looks again.
        reply = isRefusal ? await refuse(id) : await accept(id, (await show(id)).answer ? {} : given);
      } while (['KEY_MISSING', 'KEY_INVALID', 'NOT_POSSIBLE'].includes(reply.code ?? ''));
      await machine;
      const end = await endOfSlip(member, id);
      expect(reply.code ?? 'OK').toMatch(/^(OK|ALREADY_DECIDED)$/);
      const isCredited = (await amountOf(member)) === before + 100;
      expect(await amountOf(member)).toBe(isCredited ? before + 100 : before);
      expect(isCredited).toBe(end === 'SUCCESS');
      if (isRefusal) expect(isCredited).toBe(reply.code === 'ALREADY_DECIDED');
      else expect(isCredited).toBe(true);
      seen.add(`${isRefusal} ${reply.code ?? 'OK'}`);
    }
    expect(seen.size).toBeGreaterThan(0);
  });
});
