import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { changeLocale } from '../lib/i18n/i18n.ts';
import { closeAllModals } from '../lib/modal-store.ts';
import { clearStoredSession } from '../lib/session-token.ts';
import { alerts } from '../ui/alert-store.ts';
import { toasts } from '../ui/toast-store.ts';
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
  closeAllModals();
  toasts.set([]);
  alerts.set([]);
});
