import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { loadInitialLanguage } from '../lib/i18n/i18n.ts';
import { getToken } from '../lib/session-token.ts';
import { startTheme } from '../lib/theme.ts';
import { App } from './app.tsx';
import { applyBrand } from './brand.ts';
import { guard } from './guard.ts';
import { startOfflineShell } from './offline-shell.ts';
import { startResuming } from './resume-intents.ts';
import { loadScreen } from './route-table.ts';
import { reloadWhenStale } from './stale-code.ts';
import { startSession } from './start.ts';

startTheme();
applyBrand();
startSession();
reloadWhenStale();
startOfflineShell();

// The first screen's code comes along with its words, so that it is drawn at once.
await Promise.all([loadInitialLanguage(), loadScreen(firstPath()).catch(() => undefined)]);

/** Where the address leads once the guards have had their say. */
function firstPath(): string {
  let path = window.location.pathname;
  for (;;) {
    const result = guard(path, getToken() !== null);
    if (result.kind !== 'redirect') return path;
    path = result.to;
  }
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// What is found out is told at once, and that takes a language.
startResuming();
