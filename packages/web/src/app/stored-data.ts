import type { SessionData } from '../lib/session-token.ts';

/** Data that a log-out removes, whether or not the code that stored it is loaded. The compiler misses none. */
export const sessionData: SessionData = {
  intents: 'token',
  pushedTo: 'token',
  seen: 'token',
  news: 'token',
  reopen: 'token',
  agreement: 'logIn',
  lastSync: 'logIn',
  chatOutbox: 'logIn',
};
