import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { stopRecovery } from '../app/start-recovery.ts';
import { allReads } from '../app/all-reads.ts';
import { sessionData } from '../app/stored-data.ts';
import { wordLoaders } from '../app/words/word-loaders.ts';
import { changeLocale, loadWords, registerWords } from '../lib/i18n/i18n.ts';
import { WORD_SETS } from '../lib/i18n/word-sets.ts';
import { closeAllModals } from '../lib/modal-store.ts';
import { registerReads } from '../lib/read-traits.ts';
import { clearStoredSession, registerSessionData } from '../lib/session-token.ts';
import { alerts } from '../ui/alert-queue.ts';
import { loadIcons } from '../ui/icon.tsx';
import { toasts } from '../ui/toast-store.ts';
import { forgetLanguage } from './forget-language.ts';
import { layerHeld } from './go-back.ts';
import { polyfillDom } from './polyfill-dom.ts';
import { leaveNoTimersBehind } from './timers.ts';

polyfillDom();
registerWords(wordLoaders);
registerSessionData(sessionData);
registerReads(allReads);
leaveNoTimersBehind();
// Waits end at once on a free machine, and later on a busy one.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  await Promise.all([changeLocale('en'), loadIcons()]);
  await loadWords(...WORD_SETS);
});

beforeEach(() => {
  // Test files share their modules: without this, one file's app would continue in the next.
  stopRecovery();
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
  // The browser removes the entry of a closed layer with a delay; that must not reach into the next test.
  await layerHeld(false);
});

afterAll(async () => {
  // A pending import is cut off at the end of this file, and would be missing in files that share its
  // modules.
  await vi.dynamicImportSettled();
});
