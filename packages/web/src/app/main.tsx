import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '../ui/fonts.css';
import '../ui/tokens.css';
import 'virtual:brand.css';
import '../ui/base.css';
import { changeLocale, keepFirstWords, loadWords, registerWords, startIn } from '../lib/i18n/i18n.ts';
import { initialLocale, localeOfTag, type Locale } from '../lib/i18n/locale.ts';
import { reportUncaught } from '../lib/fault-report.ts';
import { getToken, registerSessionData } from '../lib/session-token.ts';
import { reloadWhenStale } from '../lib/stale-code.ts';
import { guardPresses } from '../ui/press-guard.ts';
import { App } from './app.tsx';
import { guard, isInviteLink } from './guard.ts';
import { loadScreen } from './screens.ts';
import { startSession } from './start.ts';
import { sessionData } from './stored-data.ts';
import { wordLoaders } from './words/word-loaders.ts';
import type { WordsOf } from './words/word-sets.ts';

registerWords(wordLoaders);
registerSessionData(sessionData);
reportUncaught();
guardPresses();
startSession();
reloadWhenStale();
start().catch((fault: unknown) => console.error('the app did not start', fault));

/** Contains every `await`: a top-level one would deadlock, because modules that it loads import this one. */
async function start(): Promise<void> {
  // A built page gets its theme before it is painted (boot/boot.ts).
  if (import.meta.env.DEV) (await import('../lib/theme-on-page.ts')).followTheme();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');

  const written = takeWordsOfPage();
  const chosen = initialLocale();
  // The build has prerendered this page in one of the languages: it is hydrated with the text typed into it.
  // A member who opens an invite link sees another page than visitors.
  const { pathname, search } = window.location;
  const isDrawn = root.dataset['path'] === pathname && !(getToken() && isInviteLink(pathname, search));
  const drawnIn = isDrawn ? written : undefined;
  startIn(drawnIn ?? chosen);

  // The first screen's code is loaded together with its words, so that it is rendered at once.
  await Promise.all([loadWords('first'), loadScreen(firstPath()).catch(() => undefined)]);
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (drawnIn) hydrateRoot(root, app);
  // As a transition: the prerendered page stays until the whole screen is ready.
  else startTransition(() => createRoot(root).render(app));

  // The server does not know the chosen language: the page stays in the wrong one until the cookie is set
  // again.
  if (written && written !== chosen) await changeLocale(chosen).catch(() => undefined);
}

/** Takes the first words that came with the page. Returns the page's language. */
function takeWordsOfPage(): Locale | undefined {
  const locale = localeOfTag(document.documentElement.lang);
  const words = document.getElementById('words')?.textContent;
  if (!locale || !words) return undefined;
  keepFirstWords(locale, JSON.parse(words) as WordsOf<'first'>);
  return locale;
}

/** Returns the path at which the guards' redirects end. */
function firstPath(): string {
  let path = window.location.pathname;
  for (;;) {
    const result = guard(path, getToken() !== null);
    if (result.kind !== 'redirect') return path;
    path = result.to;
  }
}
