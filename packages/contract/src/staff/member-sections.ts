import { z } from 'zod';
import { amount, currency, timestamp } from '../fields.ts';
import { reason } from './approvals.ts';
import { list, memberId, memberRef, pageId, pageKey } from './fields.ts';
import { MOVEMENT_STATES } from './members.ts';
import { memberStop } from './protection.ts';
import { defineStaffArea } from './route.ts';

const day = z.iso.date();

/** What is stored of a movement's way, in the order in which it happens. */
export const MOVEMENT_STEPS = [
  'made',
  'order',
  'lookup',
  'gift',
  'review',
  'handed_over',
  'claim',
  'checks',
  'second_leg',
  'manual',
  'ended',
] as const;

const step = z.object({
  step: z.enum(MOVEMENT_STEPS),
  /** When it happened; of `checks`, when the next one is due. Null where no time is stored. */
  at: timestamp.nullable(),
  /** How often, where it is counted. */
  count: z.int().nullable(),
  /** A code or a text: what was decided or answered, or who is asked. May be empty. */
  detail: z.string(),
});

const side = z.object({
  /** Name of the account in the books. */
  account: z.string(),
  /** True for the member's own wallet. */
  isMember: z.boolean(),
});

/** A movement with both sides in the books, and its way. Single calls to services are not stored. */
const movementDetail = z.object({
  id: z.uuid(),
  kind: z.string(),
  state: z.enum(MOVEMENT_STATES),
  amount,
  currency,
  debit: side,
  credit: side,
  /** The counterparty's fields by name; account and phone masked for staff who may not see them whole. */
  facts: z.record(z.string(), z.string()),
  steps: z.array(step),
});

const playAt = z.object({ provider: z.string(), turnover: amount, winLoss: amount, readAt: timestamp });

const playDay = z.object({
  /** Day and provider. */
  id: z.string(),
  day,
  provider: z.string(),
  entries: z.int(),
  turnover: amount,
  /** The player's wins less losses. */
  winLoss: amount,
});

export const BONUS_STATES = ['active', 'failing', 'cleared', 'failed', 'cancelled'] as const;

const takenBonus = z.object({
  id: z.uuid(),
  source: z.enum(['bonus', 'promotion']),
  code: z.string(),
  /** The operator's name of it, by language. */
  name: z.record(z.string(), z.string()),
  state: z.enum(BONUS_STATES),
  amount,
  deposit: amount,
  turnoverNeeded: amount,
  turnoverDone: amount,
  winLoss: amount,
  /** What ending it took back; of an open one, what it would take by the last known balances. */
  cost: amount,
  activatedAt: timestamp,
  expiresAt: timestamp,
  endedAt: timestamp.nullable(),
});

/**
 * Why two members may belong together: one account number, holder's name, own name or browser; `inviter` invited this
 * member, `friend` was invited by them.
 */
export const LINK_KINDS = ['account', 'holder', 'name', 'device', 'inviter', 'friend'] as const;
/** Most members that are listed of one kind. */
export const LINKS_OF_A_KIND = 20;

const link = z.object({
  kind: z.enum(LINK_KINDS),
  member: memberRef,
  isFrozen: z.boolean(),
  stop: memberStop,
  /** Last log-in of the other member with the browser, or when the friend joined. */
  at: timestamp.nullable(),
});

const chatLine = z.object({
  id: z.uuid(),
  at: timestamp,
  sender: z.enum(['customer', 'operator']),
  /** `text`, `image`, `video`, `file`, `postback`, `buttons`, `quick_replies`, `generic`. */
  kind: z.string(),
  text: z.string(),
});

/** Sections of a member's page. */
export const staffMemberSections = defineStaffArea({
  'GET /staff/api/members/:id/movements/:transferId': {
    method: 'GET',
    path: '/staff/api/members/:id/movements/:transferId',
    permission: 'members.read',
    summary: 'A movement: its accounts in the books, and what is stored of its way',
    params: memberId.extend({ transferId: z.uuid() }),
    response: z.object({ movement: movementDetail }),
    errors: ['NO_DATA'],
  },
  'GET /staff/api/members/:id/play': {
    method: 'GET',
    path: '/staff/api/members/:id/play',
    permission: 'members.read',
    summary: 'Turnover and wins less losses at each provider, as far as its report was read',
    params: memberId,
    response: z.object({ items: z.array(playAt), next: z.null() }),
    errors: ['NO_DATA'],
  },
  'GET /staff/api/members/:id/play-days': {
    method: 'GET',
    path: '/staff/api/members/:id/play-days',
    permission: 'members.read',
    summary: 'Play by day in Bangkok and provider, newest day first; a page has up to seven days',
    params: memberId,
    query: z.object({ after: pageKey.optional() }),
    response: list(playDay),
    errors: ['NO_DATA'],
  },
  'GET /staff/api/members/:id/bonuses': {
    method: 'GET',
    path: '/staff/api/members/:id/bonuses',
    permission: 'members.read',
    summary: 'Bonuses and promotions taken, newest first, with their meters',
    params: memberId,
    query: z.object({ after: pageId.optional() }),
    response: list(takenBonus),
    errors: ['NO_DATA'],
  },
  'POST /staff/api/members/:id/bonuses/:bonusId/cancel': {
    method: 'POST',
    path: '/staff/api/members/:id/bonuses/:bonusId/cancel',
    permission: 'members.bonus',
    summary: 'End an open bonus by the rules of the member’s own cancelling',
    params: memberId.extend({ bonusId: z.uuid() }),
    body: z.object({ reason }),
    response: z.object({ cost: amount }),
    errors: ['NO_DATA', 'BONUS_CONDITION', 'CREDIT_UNKNOWN'],
  },
  'GET /staff/api/members/:id/links': {
    method: 'GET',
    path: '/staff/api/members/:id/links',
    permission: 'members.read',
    summary: 'Other members who may belong to this one, and why; a few of each kind',
    params: memberId,
    response: z.object({
      items: z.array(link),
      /** Kinds of which there are more. */
      cut: z.array(z.enum(LINK_KINDS)),
    }),
    errors: ['NO_DATA'],
  },
  'GET /staff/api/members/:id/chat': {
    method: 'GET',
    path: '/staff/api/members/:id/chat',
    permission: 'members.read',
    summary: 'The member’s conversation with support, newest first',
    params: memberId,
    query: z.object({ after: pageKey.optional() }),
    response: list(chatLine),
    errors: ['NO_DATA'],
  },
});
