import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import type { Payload } from './places.ts';

/** A room of the console that shows texts of players, senders, counterparties or other staff. */
export interface ConsolePlace {
  name: string;
  /** Path of the call, as a pattern of Playwright, whose reply has the texts. */
  call: string;
  /** Address of the room. */
  path: (ids: { memberId: string; playerId: string; slipId: string; payoutId: string }) => string;
  /** Fewest payloads that the room shows at once: each item shows one or more. */
  least: number;
  /** Opens what shows the texts, where the address alone does not. */
  open?: (page: Page) => Promise<void>;
  /** An item of a list that the filled system leaves empty. */
  sample?: object;
}

/** Items of each list. */
const ITEMS = 12;

/** Fields that hold texts from outside, wherever they are in a reply. */
const WRITTEN = new Set([
  'name',
  'phone',
  'accountNo',
  'accountName',
  'bankCode',
  'text',
  'reason',
  'browser',
  'note',
  'reference',
  'why',
  'source',
  'sourceCode',
  'from',
  'to',
  'account',
  'sendingBank',
  'subject',
  'by',
  'email',
  'address',
  'wallet',
  'decidedBy',
  'decisionReason',
  'provider',
  'lastTry',
  'counterparty',
]);
/** Fields whose values are all texts from outside, by name. */
const RECORDS = new Set(['clues', 'facts', 'payload', 'before', 'after', 'told']);

/** Deals payloads out one after the other. */
export class Dealer {
  readonly #payloads: readonly Payload[];
  readonly dealt: Payload[] = [];

  constructor(payloads: readonly Payload[]) {
    this.#payloads = payloads;
  }

  next(): string {
    const payload = this.#payloads[this.dealt.length % this.#payloads.length];
    if (!payload) throw new Error('there are no payloads');
    this.dealt.push(payload);
    return `${payload.mark} ${payload.text}`;
  }
}

/** Returns a part of a reply with a payload in each text from outside. */
function poisoned(value: unknown, dealer: Dealer): unknown {
  if (Array.isArray(value)) return value.map((one) => poisoned(one, dealer));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => {
      if (RECORDS.has(key)) return [key, { reference: dealer.next(), [dealer.next()]: dealer.next() }];
      if (key === 'provenNames') return [key, [dealer.next(), dealer.next()]];
      if (typeof part === 'string' && WRITTEN.has(key)) return [key, dealer.next()];
      return [key, poisoned(part, dealer)];
    }),
  );
}

/** Puts payloads into a reply; the first item of a list, or the sample, stands for many. */
export function put(reply: unknown, dealer: Dealer, sample?: object): unknown {
  const { items } = reply as { items?: unknown };
  if (!Array.isArray(items)) return poisoned(reply, dealer);
  const [first = sample] = items as object[];
  if (!first) throw new Error('the list is empty');
  const many = Array.from({ length: ITEMS }, () => ({
    ...(poisoned(first, dealer) as object),
    id: randomUUID(),
  }));
  return { cut: [], items: many, next: null };
}

export const CONSOLE_PLACES: readonly ConsolePlace[] = [
  { name: 'members', call: '**/staff/api/members?*', path: () => '/members?q=%3Cimg', least: ITEMS },
  {
    name: 'member',
    call: '**/staff/api/members/*',
    path: ({ memberId }) => `/members/${memberId}`,
    least: 5,
  },
  {
    name: 'movements',
    call: '**/staff/api/members/*/movements*',
    path: ({ memberId }) => `/members/${memberId}`,
    least: ITEMS,
  },
  {
    name: 'sessions',
    call: '**/staff/api/members/*/sessions',
    path: ({ memberId }) => `/members/${memberId}?tab=sessions`,
    least: ITEMS,
  },
  {
    name: 'notes',
    call: '**/staff/api/members/*/notes',
    path: ({ memberId }) => `/members/${memberId}?tab=notes`,
    least: ITEMS,
  },
  {
    name: 'movement',
    call: '**/staff/api/members/*/movements/*',
    path: ({ memberId }) => `/members/${memberId}`,
    open: (page) => page.getByRole('button', { name: 'Details' }).first().click(),
    least: 3,
  },
  {
    name: 'play',
    call: '**/staff/api/members/*/play',
    path: ({ playerId }) => `/members/${playerId}?tab=play`,
    least: ITEMS,
  },
  {
    name: 'protection of a member',
    call: '**/staff/api/members/*/protection/changes*',
    path: ({ memberId }) => `/members/${memberId}?tab=protection`,
    least: ITEMS,
    sample: {
      at: '2026-03-01T00:00:00.000Z',
      by: 'x',
      reason: 'x',
      change: { what: 'reality_check', minutes: 15 },
    },
  },
  {
    name: 'stopped members',
    call: '**/staff/api/protection/stopped*',
    path: () => '/protection',
    least: ITEMS,
  },
  {
    name: 'bonuses',
    call: '**/staff/api/members/*/bonuses*',
    path: ({ playerId }) => `/members/${playerId}?tab=bonuses`,
    least: ITEMS,
  },
  {
    name: 'links',
    call: '**/staff/api/members/*/links',
    path: ({ playerId }) => `/members/${playerId}?tab=links`,
    least: ITEMS,
  },
  {
    name: 'chat',
    call: '**/staff/api/members/*/chat*',
    path: ({ playerId }) => `/members/${playerId}?tab=chat`,
    least: ITEMS,
  },
  {
    name: 'put aside',
    call: '**/staff/api/rejected*',
    path: () => '/incoming?tab=rejected',
    least: ITEMS,
  },
  {
    name: 'gift links',
    call: '**/staff/api/gifts*',
    path: () => '/incoming?tab=gifts',
    least: ITEMS,
    sample: { createdAt: '2026-03-01T00:00:00.000Z', phone: 'x', wallet: 'x', reason: 'x' },
  },
  {
    name: 'reviews',
    call: '**/staff/api/reviews*',
    path: () => '/reviews',
    least: ITEMS,
    sample: {
      createdAt: '2026-03-01T00:00:00.000Z',
      kind: 'game_in',
      member: { id: 'x', phone: 'x', name: 'x' },
      amount: 5,
      currency: 'BAHT',
      counterparty: 'x',
      reason: 'x',
      facts: {},
      approvalId: null,
    },
  },
  { name: 'payouts', call: '**/staff/api/payouts?*', path: () => '/payouts', least: ITEMS },
  {
    name: 'payout',
    call: '**/staff/api/payouts/*',
    path: ({ payoutId }) => `/payouts?open=${payoutId}`,
    least: 3,
  },
  { name: 'suspense', call: '**/staff/api/suspense*', path: () => '/incoming', least: ITEMS },
  { name: 'slips', call: '**/staff/api/slips?*', path: () => '/incoming?tab=slips', least: ITEMS },
  {
    name: 'slip',
    call: '**/staff/api/slips/*',
    path: ({ slipId }) => `/incoming/slips/${slipId}`,
    least: 3,
  },
  { name: 'approvals', call: '**/staff/api/approvals?*', path: () => '/approvals', least: ITEMS },
  { name: 'audit', call: '**/staff/api/audit*', path: () => '/audit', least: ITEMS },
  { name: 'people', call: '**/staff/api/staff*', path: () => '/people', least: ITEMS },
  { name: 'exports', call: '**/staff/api/exports*', path: () => '/exports', least: ITEMS },
  { name: 'roles', call: '**/staff/api/roles*', path: () => '/roles', least: ITEMS },
];
