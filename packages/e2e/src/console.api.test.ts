import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endOf } from './support/api.ts';
import { runAudit } from './support/audit.ts';
import { Channels, OPERATOR } from './support/channels.ts';
import { Counterparties } from './support/counterparties.ts';
import { inWhole } from './support/forms.ts';
import { deposit, register, walletAmount, type Member } from './support/member.ts';
import { freePort } from './support/free-port.ts';
import { signIn, type StaffMember } from './support/staff.ts';
import { startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** Rounds of each race; `CONSOLE_ROUNDS=100` for the long form. */
const ROUNDS = Number(process.env.CONSOLE_ROUNDS ?? 5);
const WITHIN_MS = 15_000;
const MONEY = 500_000;

let stack: Stack;
let counterparties: Counterparties;
let consoles: string[];
let cashier: StaffMember;
let finance: StaffMember;
let manager: StaffMember;

beforeAll(async () => {
  const ports = [await freePort(), await freePort()];
  consoles = ports.map((port) => `http://127.0.0.1:${port}`);
  stack = await startStack({
    database: 'postgres',
    env: { RECONCILE_EVERY_MS: '250', LOG_LEVEL: 'warn', CONSOLE_PORT: String(ports[0]) },
  });
  await stack.addServer({ CONSOLE_PORT: String(ports[1]) });
  counterparties = new Counterparties(stack.sandbox.url);
  const [first = '', second = ''] = consoles;
  cashier = await signIn(first, 'cashier');
  finance = (await signIn(first, 'finance')).at(second);
  manager = await signIn(second, 'manager');
});
afterAll(() => stack.stop());

const rich = async (): Promise<Member> => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, MONEY);
  return member;
};
const withdraw = async ({ api }: Member, amount: number): Promise<string> =>
  (await api.ok('POST /api/wallet/withdraw', { body: { amount } }))._id;
const receipt = ({ api }: Member, transferId: string) =>
  api.ok('GET /api/statement/item/:transferId', { params: { transferId } });
const cancel = async ({ api }: Member, transferId: string): Promise<string> => {
  const key = 'DELETE /api/wallet/withdraw/:transferId';
  return endOf(key, await api.send(key, { params: { transferId } }));
};

describe('a payout of 90,000 baht', () => {
  it('waits, is proposed by one and approved by another, and is paid', async () => {
    const member = await rich();
    const id = await withdraw(member, 90_000);
    expect(await receipt(member, id)).toMatchObject({
      status: 'PENDING',
      note: 'IN_REVIEW',
      canCancel: true,
    });
    const { approvalId = '' } = await cashier.decide(id, 'approve');
    expect((await cashier.approve(approvalId)).end).toBe('OWN_PROPOSAL');
    expect(await counterparties.payoutsTo(member.bankAccountNo)).toEqual([]);
    expect((await finance.approve(approvalId)).end).toBe('OK');
    expect((await counterparties.payoutTo(member.bankAccountNo)).amount).toBe(90_000);
  });
});

describe('a payout that its player cancels while two people look at it', inWhole, () => {
  /** Ends that were seen, and how often. */
  const race = async (...calls: ((member: Member, id: string) => Promise<string>)[]) => {
    const member = await rich();
    const seen: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      if ((await walletAmount(member.api)) < 60_000) await deposit(member, counterparties, MONEY);
      const before = await walletAmount(member.api);
      const paid = (await counterparties.payoutsTo(member.bankAccountNo)).length;
      const id = await withdraw(member, 60_000);
      const ends = await Promise.all(calls.map((call) => call(member, id)));
      const isBack = async () => (await receipt(member, id)).status === 'FAILED';
      const isSent = async () => (await counterparties.payoutsTo(member.bankAccountNo)).length > paid;
      // Whatever was told: the money is back, or the bank has the payout, never both.
      await until('the payout has one end', WITHIN_MS, async () => (await isBack()) || (await isSent()));
      const end = (await isBack()) ? 'back' : 'sent';
      expect(await isSent()).toBe(end === 'sent');
      expect(await walletAmount(member.api)).toBe(end === 'back' ? before : before - 60_000);
      const told = `${ends.join(', ')}: ${end}`;
      seen[told] = (seen[told] ?? 0) + 1;
    }
    return seen;
  };
  const approves = (staff: () => StaffMember) => async (_: Member, id: string) =>
    (await staff().decide(id, 'approve')).end;
  const refuses = (staff: () => StaffMember) => async (_: Member, id: string) =>
    (await staff().decide(id, 'refuse')).end;

  it('and one of them approves', async () => {
    const seen = await race(
      cancel,
      approves(() => cashier),
      approves(() => finance),
    );
    for (const told of Object.keys(seen)) {
      // One person's approval counts. A cancelled payout is never sent, and one that could not be cancelled is.
      if (told.startsWith('OK, ')) expect(told).toMatch(/: back$/);
      else expect(told).toMatch(/^TRANSFER_FAIL, .*OK.*: sent$/);
    }
  });

  it('and one of them refuses', async () => {
    const seen = await race(
      cancel,
      refuses(() => cashier),
      refuses(() => finance),
    );
    for (const told of Object.keys(seen)) {
      expect(told).toMatch(
        /^OK, (OK, ALREADY_DECIDED|ALREADY_DECIDED, OK|ALREADY_DECIDED, ALREADY_DECIDED): back$/,
      );
    }
  });

  it('and one approves, and one refuses', async () => {
    const seen = await race(
      approves(() => finance),
      refuses(() => cashier),
    );
    for (const told of Object.keys(seen)) {
      expect(told).toMatch(/^(OK, ALREADY_DECIDED: sent|ALREADY_DECIDED, OK: back)$/);
    }
  });
});

describe('an adjustment', () => {
  it('moves once when a hundred approve it at two servers', async () => {
    const member = await register(stack.url, counterparties);
    const { body } = await cashier.call('GET', `members?query=${member.username}`);
    const [found] = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body).items;
    const asked = { memberId: found?.id, amount: 250.5, direction: 'credit', reason: 'a lost deposit' };
    const proposed = z
      .object({ approvalId: z.string() })
      .parse((await cashier.call('POST', 'adjustments', asked)).body);
    const ends = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        manager.at(consoles[index % 2] ?? '').approve(proposed.approvalId),
      ),
    );
    expect(ends.filter(({ end }) => end === 'OK')).toHaveLength(1);
    expect(ends.filter(({ end }) => end === 'ALREADY_DECIDED')).toHaveLength(99);
    expect(await walletAmount(member.api)).toBe(250.5);
  });
});

describe('two proposals about one deposit, at two servers in the same moment', inWhole, () => {
  it('are one, and the second person is told', async () => {
    const member = await register(stack.url, counterparties);
    const items = z.object({ items: z.array(z.object({ id: z.string() })) });
    const [found] = items.parse((await cashier.call('GET', `members?query=${member.username}`)).body).items;
    const channels = new Channels(stack.sandbox.url);
    const known = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [, toAccountNo] = OPERATOR.bankAccounts;
      const sender = { fromBankCode: 'KTB', fromAccountNo: '7777777771', fromName: 'SOMEBODY ELSE' };
      await channels.bankTransfer({ ...sender, toAccountNo, amount: 30_000 });
      const id = await until('the deposit is in suspense', WITHIN_MS, async () => {
        const after = [...known].at(-1);
        const path = after === undefined ? 'suspense' : `suspense?after=${after}`;
        const { items: waiting } = items.parse((await cashier.call('GET', path)).body);
        return waiting[0]?.id;
      });
      known.add(id);
      const assign = { memberId: found?.id, reason: 'a slip' };
      const ends = await Promise.all([
        cashier.call('POST', `suspense/${id}/assign`, assign),
        finance.call('POST', `suspense/${id}/close`, { end: 'kept', reason: 'no answer' }),
      ]);
      expect(ends.map(({ end }) => end).toSorted()).toEqual(['ALREADY_PROPOSED', 'OK']);
    }
  });
});

describe('the record of staff', () => {
  it('is sound after all of it, and the auditor finds a row that was altered, and one that was deleted', async () => {
    expect(await runAudit(stack.env)).toMatchObject({ exitCode: 0 });
    const { database } = stack;
    if (!database) throw new Error('no PostgreSQL');
    const untouched = await database.query('select id, reason from staff_audit order by id offset 3 limit 1');
    await database.query('alter table staff_audit disable trigger all');
    await database.query('update staff_audit set reason = $2 where id = $1', [
      untouched[0]?.id,
      'another reason',
    ]);
    const altered = await runAudit(stack.env);
    expect(altered.exitCode).not.toBe(0);
    expect(altered.output).toContain(String(untouched[0]?.id));
    await database.query('update staff_audit set reason = $2 where id = $1', [
      untouched[0]?.id,
      untouched[0]?.reason,
    ]);
    expect(await runAudit(stack.env)).toMatchObject({ exitCode: 0 });
    await database.query('delete from staff_audit where id = $1', [untouched[0]?.id]);
    expect((await runAudit(stack.env)).exitCode).not.toBe(0);
  });
});
