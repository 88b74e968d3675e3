import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '../ui/fonts.css';
import '../ui/tokens.css';
import 'virtual:brand.css';
import '../ui/base.css';
import { changeLocale, keepFirstWords, loadWords, startIn } from '../lib/i18n/i18n.ts';
import { initialLocale, localeOfTag, type Locale } from '../lib/i18n/locale.ts';
import { reportUncaught } from '../lib/fault-report.ts';
import type { WordsOf } from '../lib/i18n/word-sets.ts';
import { getToken } from '../lib/session-token.ts';
import { guardPresses } from '../ui/press-guard.ts';
import { App } from './app.tsx';
import { guard, isInviteLink } from './guard.ts';
import { loadScreen } from './screens.ts';
import { reloadWhenStale } from './stale-code.ts';
import { startSession } from './start.ts';

reportUncaught();
guardPresses();
startSession();
reloadWhenStale();
start().catch((fault: unknown) => console.error('the app did not start', fault));

/** No `await` stands outside of this: files that wait for this one are among what it waits for. */
async function start(): Promise<void> {
  // A built page has had its theme before it was drawn (boot/boot.ts).
  if (import.meta.env.DEV) (await import('../lib/theme-on-page.ts')).followTheme();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');

  const written = takeWordsOfPage();
  const chosen = initialLocale();
  // The build has drawn this page already, in one of the languages: that is taken over as it stands, with what has
  // been typed into it.
  // A member who opens an invite link sees another page than visitors do.
  const { pathname, search } = window.location;
  const isDrawn = root.dataset['path'] === pathname && !(getToken() && isInviteLink(pathname, search));
  const drawnIn = isDrawn ? written : undefined;
  startIn(drawnIn ?? chosen);

  // The first screen's code comes along with its words, so that it is drawn at once.
  await Promise.all([loadWords('first'), loadScreen(firstPath()).catch(() => undefined)]);
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (drawnIn) hydrateRoot(root, app);
  // In pieces: what the build has drawn stays until all of it is there.
  else startTransition(() => createRoot(root).render(app));

  // The server does not know the choice: the page stays in the wrong language until the cookie is set again.
  if (written && written !== chosen) await changeLocale(chosen).catch(() => undefined);
}

/** The language that the page is written in, whose first words have come with it. */
function takeWordsOfPage(): Locale | undefined {
  const locale = localeOfTag(document.documentElement.lang);
  const words = document.getElementById('words')?.textContent;
  if (!locale || !words) return undefined;
  keepFirstWords(locale, JSON.parse(words) as WordsOf<'first'>);
  return locale;
}

/** Where the address leads once the guards have had their say. */
function firstPath(): string {
  let path = window.location.pathname;
  for (;;) {
    const result = guard(path, getToken() !== null);
    if (result.kind !== 'redirect') return path;
    path = result.to;
  }
}
