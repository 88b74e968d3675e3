import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Channels, OPERATOR, uploadSlip } from '../support/channels.ts';
import type { Counterparties } from '../support/counterparties.ts';
import { deposit, newPerson, register, type Member } from '../support/member.ts';
import { signIn, type StaffMember } from '../support/staff.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** A name that runs a script where it is shown as HTML. */
const HOSTILE = '<img src=x onerror="window.ran=1"><b>not bold</b>';

/** The data that the rooms show. */
export interface Seed {
  /** A member with a hostile name, a note, sessions and movements. */
  memberId: string;
  /** A member of the same hostile name, with play, an open bonus, and messages. */
  playerId: string;
  /** Payouts that wait, oldest first. */
  payouts: string[];
  /** A member on a break, with a limit and changes of both by the member and by staff. */
  pausedId: string;
  /** A slip of a stranger's transfer, which the machine refused. */
  slipId: string;
}

const found = z.object({ items: z.array(z.object({ id: z.string() })) });
const idOnly = z.object({ _id: z.string() });

/** Fills every room of a new system, by the calls of players, counterparties and staff. */
export async function seedRooms(
  stack: Stack,
  counterparties: Counterparties,
  consoleUrl: string,
): Promise<Seed> {
  const cashier = await signIn(consoleUrl, 'cashier');
  const manager = await signIn(consoleUrl, 'manager');
  const idOf = async ({ username }: Member): Promise<string> => {
    const { body } = await cashier.call('GET', `members?query=${username}`);
    return found.parse(body).items[0]?.id ?? '';
  };
  const hostile = await register(stack.url, counterparties, newPerson({ name: HOSTILE }));
  const other = await register(stack.url, counterparties, newPerson({ name: 'ພອນສະຫວັນ ໃຈດີ' }));
  for (const member of [hostile, other]) await deposit(member, counterparties, 500_000);

  const withdraw = async ({ api }: Member, amount: number): Promise<string> =>
    idOnly.parse(await api.ok('POST /api/wallet/withdraw', { body: { amount } }))._id;
  const payouts = [
    await withdraw(hostile, 60_000),
    await withdraw(other, 90_000),
    await withdraw(other, 55_000.76),
  ];
  const [held, refused] = [await withdraw(other, 51_000), await withdraw(hostile, 52_000)];
  const reason = `called the player ${HOSTILE}`;
  await cashier.call('POST', `payouts/${held}/decision`, { decision: 'hold', reason });
  await cashier.call('POST', `payouts/${refused}/decision`, { decision: 'refuse', reason });

  const memberId = await idOf(hostile);
  await manager.call('POST', `members/${memberId}/notes`, { text: HOSTILE });
  await manager.call('POST', `members/${memberId}/freeze`, { reason });
  await manager.call('POST', `members/${memberId}/unfreeze`, { reason });
  await seedControl(consoleUrl, manager, { query: hostile.username, reason });
  await cashier.call('POST', 'adjustments', { memberId, amount: 100.5, direction: 'credit', reason });

  const channels = new Channels(stack.sandbox.url);
  // The bank's page has entries without sense beside the transfer.
  await counterparties.fault({ port: 'feed', kind: 'odd', rate: 1 });
  const { reference } = await channels.bankTransfer({
    fromBankCode: 'SCB',
    fromAccountNo: '9990001112',
    fromName: HOSTILE,
    toAccountNo: OPERATOR.bankAccounts[0],
    amount: 321,
  });
  await until('a deposit is in suspense', 20_000, async () => {
    const { items } = found.parse((await cashier.call('GET', 'suspense')).body);
    return items.length > 0;
  });
  await uploadSlip(stack.url, hostile.api.token, await channels.slip(reference));
  const slipId = await until('a slip is refused', 20_000, async () => {
    const { items } = found.parse((await cashier.call('GET', 'slips?state=failed')).body);
    return items[0]?.id ?? false;
  });
  const playerId = await idOf(await seedPlayer(stack, counterparties));
  const pausedId = await idOf(await seedProtection(stack, counterparties, { idOf, manager, reason }));
  await until('an entry of a feed is put aside', 20_000, async () => {
    const { items } = found.parse((await cashier.call('GET', 'rejected')).body);
    return items.length > 0;
  });
  await counterparties.clearFaults();
  await until('play is reported', 20_000, async () => {
    const { body } = await cashier.call('GET', `members/${playerId}/play`);
    return z.object({ items: z.array(z.unknown()) }).parse(body).items.length > 0;
  });
  return { memberId, playerId, pausedId, payouts, slipId };
}

/** Adds a member whose page has chat, play, an open bonus, and another member of the same name. */
async function seedPlayer(stack: Stack, counterparties: Counterparties): Promise<Member> {
  const member = await register(stack.url, counterparties, newPerson({ name: HOSTILE }));
  const { api } = member;
  for (const text of [HOSTILE, 'When does my money come?']) {
    await api.ok('POST /api/chat/send-message', {
      body: {
        _id: randomUUID(),
        sender: 'customer',
        message: { message_type: 'text', payload: { text } },
        session_id: '',
        userId: '',
        guestId: '',
        username: '',
        name: '',
        deviceToken: '',
      },
    });
  }
  const slotCode = { params: { slotCode: 'PG' } };
  await api.ok('GET /api/wallet/activate/:slotCode', slotCode);
  const { username } = await api.ok('GET /api/wallet/account/:slotCode', slotCode);
  await deposit(member, counterparties, 500);
  await api.ok('GET /api/bonus/activate/:code', { params: { code: 'WELCOME' } });
  await api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 100 } });
  await counterparties.play(username, { bet: 40, win: 25, rounds: 2 });
  return member;
}

/** Adds an excluded member, and one on a break. @returns the latter */
async function seedProtection(
  stack: Stack,
  counterparties: Counterparties,
  by: { idOf: (member: Member) => Promise<string>; manager: StaffMember; reason: string },
): Promise<Member> {
  const { idOf, manager, reason } = by;
  const [paused, excluded] = [
    await register(stack.url, counterparties, newPerson({ name: HOSTILE })),
    // With the name of an excluded member no other registers.
    await register(stack.url, counterparties, newPerson({ name: 'ปราณี ใจเย็น' })),
  ];
  const limit = { kind: 'deposit', period: 'day' } as const;
  for (const amount of [900, 1_500]) {
    await paused.api.ok('PUT /api/protection/limits', { body: { ...limit, amount } });
  }
  const path = `members/${await idOf(paused)}/protection`;
  await manager.call('PUT', `${path}/limits`, { kind: 'loss', period: 'month', amount: 700, reason });
  await manager.call('POST', `${path}/break`, { hours: 72, reason });
  await manager.call('POST', `members/${await idOf(excluded)}/protection/exclusion`, { months: 6, reason });
  return paused;
}

/** Makes a role of the operator and an export. */
async function seedControl(
  consoleUrl: string,
  manager: StaffMember,
  { query, reason }: { query: string; reason: string },
): Promise<void> {
  await manager.call('POST', 'exports/members', { query, reason });
  const role = { name: 'Night <b>not bold</b>', permissions: ['payouts.read', 'audit.read'], reason };
  const { body } = await manager.call('POST', 'roles', role);
  const owner = await signIn(consoleUrl, 'owner');
  await owner.approve(z.object({ approvalId: z.string() }).parse(body).approvalId);
}
