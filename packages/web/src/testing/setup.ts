import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { changeLocale } from '../lib/i18n/i18n.ts';
import { closeAllModals } from '../lib/modal-store.ts';
import { clearStoredSession } from '../lib/session-token.ts';
import { alerts } from '../ui/alert-store.ts';
import { toasts } from '../ui/toast-store.ts';
import { polyfillDom } from './polyfill-dom.ts';

polyfillDom();
// What is waited for comes at once on a free machine, and later on a busy one.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  await changeLocale('en');
});

beforeEach(() => {
  clearStoredSession();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

// Files share a window (see vitest.config.ts): this runs before a file's own clean-up, while its clock still ticks.
afterEach(() => {
  cleanup();
  closeAllModals();
  // A time-out that a false clock took with it would leave a module waiting for ever.
  if (vi.isFakeTimers()) {
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  }
  toasts.set([]);
  alerts.set([]);
});
