import { z } from 'zod';
import { amount, done, page, requiredText, timestamp } from './fields.ts';
import { CHOICE_KINDS, NOTICE_KINDS } from './notice-kinds.ts';
import { defineArea, defineRoute } from './route.ts';

/** Notices of what happened to a member's money and account: the list, and web push. */

/** Where credit ended that was long on its way. */
export const CREDIT_ENDS = ['home', 'back', 'in_game'] as const;
export type CreditEnd = (typeof CREDIT_ENDS)[number];

/** Changes of how a member logs in and is paid. */
export const ACCOUNT_CHANGES = [
  'password',
  'phone',
  'bank',
  'name',
  'passkey',
  'passkeyRemoved',
  'totp',
  'totpRemoved',
  'codes',
  'factorsRemoved',
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** How staff can tighten a member's protection. */
export const STAFF_STEPS = ['limit', 'break', 'exclusion'] as const;
export type StaffStep = (typeof STAFF_STEPS)[number];

/** Browsers of a member that notices are pushed to; the oldest gives way. */
export const MOST_PUSH_BROWSERS = 10;

/** Public key of a browser's subscription, and its secret: 65 and 16 bytes in base64url. */
const PUBLIC_KEY = /^[A-Za-z0-9_-]{87}=?$/;
const AUTH_SECRET = /^[A-Za-z0-9_-]{22}(?:==)?$/;
const endpoint = requiredText(1_000).meta({ description: 'Address of the browser at its push service' });

/** A browser that can be pushed to, as its subscription describes it. */
const pushBrowser = z.object({
  endpoint,
  p256dh: z.string().regex(PUBLIC_KEY),
  auth: z.string().regex(AUTH_SECRET),
});

const notice = z.object({
  _id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  createdAt: timestamp,
  isRead: z.boolean(),
  amount: amount.optional().meta({ description: 'Of a movement' }),
  held: amount.optional().meta({
    description: 'What of a deposit is in the held balance; only where a limit or a stop held some',
  }),
  movementId: z.string().optional().meta({ description: 'The movement, as the statement lists it' }),
  isTaken: z.literal(true).optional().meta({ description: 'The correction took the amount' }),
  credit: z.enum(CREDIT_ENDS).optional(),
  device: z.string().optional().meta({ description: 'Name of a browser; may be empty' }),
  change: z.enum(ACCOUNT_CHANGES).optional(),
  step: z.enum(STAFF_STEPS).optional().meta({ description: 'Of the kind `protection`: what staff have set' }),
});

const choices = z.object({
  publicKey: z.string().meta({ description: 'Key of the server (VAPID), by which a browser subscribes' }),
  kinds: z.array(z.object({ kind: z.enum(CHOICE_KINDS), isPushed: z.boolean() })),
});

export const notices = defineArea({
  'POST /api/notices': defineRoute({
    method: 'POST',
    path: '/api/notices',
    access: 'member',
    summary: 'A page of the member’s notices, newest first',
    body: page,
    response: z.object({ notices: z.array(notice), total: z.int(), unread: z.int() }),
    errors: [],
  }),
  'POST /api/notices/read': defineRoute({
    method: 'POST',
    path: '/api/notices/read',
    access: 'member',
    summary: 'Mark a notice and all older ones as read',
    body: z.object({ upTo: z.string().regex(/^\d{1,18}$/) }),
    response: z.object({ unread: z.int() }),
    errors: [],
  }),
  'GET /api/notices/choices': defineRoute({
    method: 'GET',
    path: '/api/notices/choices',
    access: 'member',
    summary: 'Which notices are pushed to the member’s browsers; those that protect the account always are',
    response: choices,
    errors: [],
  }),
  'PUT /api/notices/choices': defineRoute({
    method: 'PUT',
    path: '/api/notices/choices',
    access: 'member',
    summary: 'Choose whether notices of a kind are pushed',
    body: z.object({ kind: z.enum(CHOICE_KINDS), isPushed: z.boolean() }),
    response: choices,
    errors: [],
  }),
  'POST /api/notices/browser': defineRoute({
    method: 'POST',
    path: '/api/notices/browser',
    access: 'member',
    summary: 'Push notices to this browser, until its session ends',
    body: pushBrowser,
    response: done,
    errors: ['PUSH_SERVICE_UNKNOWN', 'REQUEST_LIMIT'],
  }),
  'POST /api/notices/browser/forget': defineRoute({
    method: 'POST',
    path: '/api/notices/browser/forget',
    access: 'member',
    summary: 'Push no more notices to a browser',
    body: z.object({ endpoint }),
    response: done,
    errors: [],
  }),
});
