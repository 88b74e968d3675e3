import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { stopResuming } from '../app/resume-intents.ts';
import { changeLocale, loadWords } from '../lib/i18n/i18n.ts';
import { WORD_SETS } from '../lib/i18n/word-sets.ts';
import { closeAllModals } from '../lib/modal-store.ts';
import { clearStoredSession } from '../lib/session-token.ts';
import { alerts } from '../ui/alert-queue.ts';
import { loadIcons } from '../ui/icon.tsx';
import { toasts } from '../ui/toast-store.ts';
import { forgetLanguage } from './forget-language.ts';
import { layerHeld } from './go-back.ts';
import { polyfillDom } from './polyfill-dom.ts';
import { leaveNoTimersBehind } from './timers.ts';

polyfillDom();
leaveNoTimersBehind();
// What is waited for comes at once on a free machine, and later on a busy one.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  await Promise.all([changeLocale('en'), loadIcons()]);
  await loadWords(...WORD_SETS);
});

beforeEach(() => {
  // Test files share their modules: what one has drawn of the app goes on otherwise.
  stopResuming();
  clearStoredSession();
  window.localStorage.clear();
  forgetLanguage();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

afterEach(async () => {
  cleanup();
  closeAllModals();
  vi.useRealTimers();
  toasts.set([]);
  alerts.set([]);
  // Taking back the entry of a layer that has closed takes the browser a moment, and is not the next test's.
  await layerHeld(false);
});

afterAll(async () => {
  // What has been begun to be loaded is cut off with this file, and would be missing from those that share its modules.
  await vi.dynamicImportSettled();
});
