import type { Member } from '@krapao/e2e/support/member';
import type { BrowserContextOptions } from '@playwright/test';
import { PHONE } from './chromium.ts';

/** Storage of a member's browser: the session, and the mark that the agreements were seen. */
export const keptBy = (member: Member): { name: string; value: string }[] => [
  { name: 'token', value: member.api.token ?? '' },
  { name: 'agreement', value: '1' },
];

/** A phone with empty storage, or with a member's session only. */
export const phoneOf = (url: string, member?: Member): BrowserContextOptions => ({
  ...PHONE,
  storageState: {
    cookies: [],
    origins: member ? [{ origin: new URL(url).origin, localStorage: keptBy(member) }] : [],
  },
});
