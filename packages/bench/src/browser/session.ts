import type { Member } from '@krapao/e2e/support/member';
import type { BrowserContextOptions } from '@playwright/test';
import { PHONE } from './chromium.ts';

/** What a member's browser keeps: the session, and that the agreements were seen. */
export const keptBy = (member: Member): { name: string; value: string }[] => [
  { name: 'token', value: member.api.token ?? '' },
  { name: 'agreement', value: '1' },
];

/** A phone with nothing in it, or with a member's session and nothing else. */
export const phoneOf = (url: string, member?: Member): BrowserContextOptions => ({
  ...PHONE,
  storageState: {
    cookies: [],
    origins: member ? [{ origin: new URL(url).origin, localStorage: keptBy(member) }] : [],
  },
});
