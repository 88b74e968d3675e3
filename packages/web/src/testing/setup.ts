import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { changeLocale } from '../lib/i18n/i18n.ts';
import { clearStoredSession } from '../lib/session-token.ts';
import { polyfillDom } from './polyfill-dom.ts';

polyfillDom();

beforeAll(async () => {
  await changeLocale('en');
});

beforeEach(() => {
  clearStoredSession();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
});
