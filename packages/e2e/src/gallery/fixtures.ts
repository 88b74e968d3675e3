import { randomUUID } from 'node:crypto';
import { Channels, OPERATOR, uploadSlip } from '../support/channels.ts';
import { Desk } from '../support/desk.ts';
import { deposit, move, newPerson, register, type Member } from '../support/member.ts';
import { Counterparties } from '../support/counterparties.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { transferOf } from '../support/slips.ts';

/** Fixtures of the photographed screens. */
export interface Fixtures {
  stack: Stack;
  counterparties: Counterparties;
  /** A member with money, a game, and some history. */
  member: Member;
}

const fixturesByStack = new WeakMap<Stack, Promise<Fixtures>>();

/** Returns the fixtures of a stack, created once. */
export function fixturesOf(stack: Stack): Promise<Fixtures> {
  const known = fixturesByStack.get(stack);
  if (known) return known;
  const made = assemble(stack);
  fixturesByStack.set(stack, made);
  return made;
}

/**
 * Creates the member with a history: deposits, credit in a game, a withdrawal, slips, and a chat
 * conversation.
 */
export async function assemble(stack: Stack, { talks = true } = {}): Promise<Fixtures> {
  const counterparties = new Counterparties(stack.sandbox.url);
  // A name in Latin letters fits a page of any language.
  const member = await register(stack.url, counterparties, newPerson({ name: 'Somying Rakgame' }));
  await deposit(member, counterparties, 1_500.25);
  await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'PG' } });
  await move({ ...member, pgUsername: '' }, 'in', 250);
  await deposit(member, counterparties, 300);
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
  await sendSlips(stack, member);
  if (talks) await chat(stack, member);
  await counterparties.payoutTo(member.bankAccountNo);
  return { stack, counterparties, member };
}

/** Sends the same slip twice: the second one is refused. */
async function sendSlips(stack: Stack, member: Member): Promise<void> {
  const channels = new Channels(stack.sandbox.url);
  const reference = await transferOf(channels, member, 400, { toAccountNo: OPERATOR.bankAccounts[0] });
  const slip = await channels.slip(reference);
  await uploadSlip(stack.url, member.api.token, slip);
  await uploadSlip(stack.url, member.api.token, slip);
}

/** Requests every kind of message from the support desk's bot. */
async function chat(stack: Stack, member: Member): Promise<void> {
  const desk = new Desk(stack.sandbox.url);
  const { profile } = await member.api.ok('GET /api/account/profile');
  const who = { userId: profile._id, guestId: '', username: '', name: '', deviceToken: '', session_id: '' };
  const words = ['menu', 'quick', 'cards'];
  for (const [index, text] of words.entries()) {
    await member.api.ok('POST /api/chat/send-message', {
      body: {
        ...who,
        _id: randomUUID(),
        sender: 'customer',
        message: { message_type: 'text', payload: { text } },
      },
    });
    await until(`the desk answers ${text}`, 10_000, async () => {
      return (await desk.messages(profile._id)).length === (index + 1) * 2;
    });
  }
}
