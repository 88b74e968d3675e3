import { z } from 'zod';
import { amount, currency, nameText, requiredLines, requiredText, sentAmount, timestamp } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { reason } from './approvals.ts';
import { memberStop, memberStopped } from './protection.ts';
import { bankAccount, done, memberId, memberRef, pageKey, waits } from './fields.ts';
import { defineStaffArea } from './route.ts';

/** Longest note about a member. */
export const NOTE_MAX = 2_000;

/** The field by which a search found a member. */
export const FOUND_BY = ['phone', 'name', 'account', 'member', 'transfer', 'slip', 'game'] as const;

/** States of a movement, as the ledger has them. */
export const MOVEMENT_STATES = ['pending', 'posted', 'voided'] as const;

const foundMember = memberRef.extend({
  bank: bankAccount,
  currency,
  isFrozen: z.boolean(),
  stop: memberStop,
  createdAt: timestamp,
  foundBy: z.enum(FOUND_BY),
});

/** A member's page: who they are, what they hold, what came and went. */
export const memberPage = memberRef.extend({
  /** True: phone and account are masked for the caller; `reveal` shows them and is recorded. */
  isMasked: z.boolean(),
  bank: bankAccount,
  currency,
  createdAt: timestamp,
  sourceCode: z.string(),
  inviteCode: z.string(),
  invitedBy: memberRef.nullable(),
  passwordChangedAt: timestamp,
  bankChangedAt: timestamp.nullable(),
  lastSeenAt: timestamp.nullable(),
  frozen: z
    .object({
      at: timestamp,
      by: z.string(),
      reason: z.string(),
      /** When it ends by itself; null: when a person ends it. */
      until: timestamp.nullable(),
    })
    .nullable(),
  /** The break or the exclusion that holds now. */
  stopped: memberStopped.nullable(),
  balances: z.object({
    wallet: amount,
    /** Held for movements under way out of the wallet. */
    held: amount,
    /** On its way into the wallet. */
    incoming: amount,
    inGames: z.array(z.object({ provider: z.string(), amount, updatedAt: timestamp.nullable() })),
  }),
  totals: z.object({ deposits: amount, payouts: amount, rewards: amount, net: amount }),
  sessions: z.int(),
  /** How the member logs in beside the password. */
  factors: z.object({ passkeys: z.int(), hasTotp: z.boolean() }),
  /** Bank account names that count as the member's own. */
  provenNames: z.array(z.string()),
});

/** One movement of a member's wallet, with its other side. */
const memberMovement = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
  kind: z.string(),
  state: z.enum(MOVEMENT_STATES),
  /** Into or out of the wallet. */
  direction: z.enum(['in', 'out']),
  amount,
  /** Codes of the two sides, as in the member's statement; empty for the operator. */
  from: z.string(),
  to: z.string(),
  /** Name of the other account in the books, such as `gateway:KBANK`. */
  account: z.string(),
  /** The counterparty's reference, if there is one. */
  reference: z.string(),
  /** Why it failed or waits, if it does. */
  reason: z.string(),
});

const memberSession = z.object({
  id: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  /** Name of the browser and the device; may be empty. */
  browser: z.string(),
});

const note = z.object({ id: z.string(), at: timestamp, by: z.string(), text: z.string() });

/** Members: search, page, and what staff do to one. */
export const staffMembers = defineStaffArea({
  'GET /staff/api/members': {
    method: 'GET',
    path: '/staff/api/members',
    permission: 'members.read',
    summary: 'Members by phone, name, account number, member id, transfer id, slip reference or game account',
    query: z.object({ query: requiredText(TEXT_MAX.name), after: pageKey.optional() }),
    response: z.object({ items: z.array(foundMember), next: z.string().nullable() }),
    errors: [],
  },
  'GET /staff/api/members/:id': {
    method: 'GET',
    path: '/staff/api/members/:id',
    permission: 'members.read',
    summary: 'A member: state, balances, sums',
    params: memberId,
    response: z.object({ member: memberPage }),
    errors: ['NO_DATA'],
  },
  'POST /staff/api/members/:id/reveal': {
    method: 'POST',
    path: '/staff/api/members/:id/reveal',
    permission: 'members.read',
    summary: 'Phone and account number in full; recorded',
    params: memberId,
    body: z.object({ reason }),
    response: z.object({ phone: z.string(), bank: bankAccount }),
    errors: ['NO_DATA'],
  },
  'GET /staff/api/members/:id/movements': {
    method: 'GET',
    path: '/staff/api/members/:id/movements',
    permission: 'members.read',
    summary: 'Movements of the member’s wallet with their other side, newest first',
    params: memberId,
    query: z.object({ after: pageKey.optional() }),
    response: z.object({ items: z.array(memberMovement), next: z.string().nullable() }),
    errors: ['NO_DATA'],
  },
  'GET /staff/api/members/:id/sessions': {
    method: 'GET',
    path: '/staff/api/members/:id/sessions',
    permission: 'members.read',
    summary: 'Where the member is logged in, last seen first; a hundred at most',
    params: memberId,
    response: z.object({ items: z.array(memberSession), next: z.null() }),
    errors: ['NO_DATA'],
  },
  'DELETE /staff/api/members/:id/sessions': {
    method: 'DELETE',
    path: '/staff/api/members/:id/sessions',
    permission: 'members.support',
    summary: 'Log the member out everywhere',
    params: memberId,
    body: z.object({ reason }),
    response: z.object({ ended: z.int() }),
    errors: ['NO_DATA'],
  },
  'POST /staff/api/members/:id/password-reset': {
    method: 'POST',
    path: '/staff/api/members/:id/password-reset',
    permission: 'members.support',
    summary: 'Send the member a one-time code for a new password; staff never see it',
    params: memberId,
    body: z.object({ reason }),
    response: done,
    errors: ['NO_DATA', 'SMS_FAILED'],
  },
  'POST /staff/api/members/:id/freeze': {
    method: 'POST',
    path: '/staff/api/members/:id/freeze',
    permission: 'members.freeze',
    summary:
      'Freeze, until a time or a person ends it: no log-in, no movement out; payouts not yet at the bank wait. Another end or reason changes a freezing',
    params: memberId,
    body: z.object({ reason, until: timestamp.optional() }),
    response: done,
    errors: ['NO_DATA'],
  },
  'POST /staff/api/members/:id/unfreeze': {
    method: 'POST',
    path: '/staff/api/members/:id/unfreeze',
    permission: 'members.freeze',
    summary: 'Unfreeze: payouts that waited go on',
    params: memberId,
    body: z.object({ reason }),
    response: done,
    errors: ['NO_DATA'],
  },
  'POST /staff/api/members/:id/corrections': {
    method: 'POST',
    path: '/staff/api/members/:id/corrections',
    permission: 'members.correct',
    summary: 'Propose another name, phone or bank account; payouts wait after a change of the last two',
    params: memberId,
    body: z.object({
      change: z.discriminatedUnion('field', [
        z.object({ field: z.literal('name'), name: nameText(TEXT_MAX.name).min(1) }),
        z.object({ field: z.literal('phone'), phone: z.string().regex(/^0\d{9,10}$/) }),
        z.object({
          field: z.literal('bank'),
          bankCode: requiredText(TEXT_MAX.code),
          accountNo: z.string().regex(/^\d{6,18}$/),
          accountName: requiredText(TEXT_MAX.bankAccountName),
        }),
      ]),
      reason,
    }),
    response: z.never(),
    waits,
    errors: ['NO_DATA', 'NOT_POSSIBLE', 'ALREADY_PROPOSED'],
  },
  'POST /staff/api/members/:id/factors-removal': {
    method: 'POST',
    path: '/staff/api/members/:id/factors-removal',
    permission: 'members.correct',
    summary:
      'Propose to remove the passkeys, the authenticator app and the recovery codes of a member who has lost them; every session ends',
    params: memberId,
    body: z.object({ reason }),
    response: z.never(),
    waits,
    errors: ['NO_DATA', 'NOT_POSSIBLE', 'ALREADY_PROPOSED'],
  },
  'GET /staff/api/members/:id/notes': {
    method: 'GET',
    path: '/staff/api/members/:id/notes',
    permission: 'members.read',
    summary: 'Notes of staff about the member, newest first; a hundred at most',
    params: memberId,
    response: z.object({ items: z.array(note), next: z.null() }),
    errors: ['NO_DATA'],
  },
  'POST /staff/api/members/:id/notes': {
    method: 'POST',
    path: '/staff/api/members/:id/notes',
    permission: 'members.support',
    summary: 'Add a note about the member',
    params: memberId,
    body: z.object({ text: requiredLines(NOTE_MAX) }),
    response: z.object({ note }),
    errors: ['NO_DATA'],
  },
  'POST /staff/api/adjustments': {
    method: 'POST',
    path: '/staff/api/adjustments',
    permission: 'adjust.propose',
    summary: 'Propose to add money to a wallet, or to take it; a second person decides',
    body: z.object({
      memberId: requiredText(TEXT_MAX.code),
      amount: sentAmount.refine((value) => value > 0, 'more than 0'),
      direction: z.enum(['credit', 'debit']),
      reason,
    }),
    response: z.never(),
    waits,
    errors: ['NO_DATA', 'ALREADY_PROPOSED'],
  },
});
