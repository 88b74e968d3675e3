import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { DrawnPath } from '../lib/router.tsx';
import { LANGUAGE_TAG, OFFERED, type Locale } from '../lib/i18n/locale.ts';
import { registerWords, startIn, t, takeWords } from '../lib/i18n/i18n.ts';
import { settings } from '../lib/settings.ts';
import HomeRoute from '../routes/home.tsx';
import { loadIcons } from '../ui/icon.tsx';
import { App } from './app.tsx';
import { MemberShell } from './member-shell.tsx';
import { loadScreen } from './screens.ts';
import { words } from './words/every-word.ts';
import { wordLoaders } from './words/word-loaders.ts';

/* Run by the build (build/prerender.ts): renders the pages that are painted before any script runs, in
   every offered language, and prints them. */

interface Page {
  name: string;
  locale: Locale;
  /** BCP 47 tag. */
  tag: string;
  title: string;
  html: string;
  words: object;
}

/** Pages of visitors, hydrated by the app. */
const VISITOR_PAGES = [
  { name: 'login', title: 'login.title' },
  { name: 'register', title: 'register.title' },
] as const;

const draw = (content: ReactNode): string =>
  // Preload links are removed: the build decides on them.
  renderToString(<StrictMode>{content}</StrictMode>).replace(/^(?:<link rel="preload"[^>]*>)+/, '');

function* pagesIn(locale: Locale): Generator<Page> {
  startIn(locale);
  takeWords(
    locale,
    Object.entries(words).flatMap(([file, one]) => (file.includes(`/${locale}/`) ? [one] : [])),
  );
  const page = (name: string, title: string, html: string): Page => ({
    name,
    locale,
    tag: LANGUAGE_TAG[locale],
    title: title && `${title} · ${settings.title}`,
    html,
    words: words[`./${locale}/first-words.ts`] ?? {},
  });
  for (const { name, title } of VISITOR_PAGES) {
    const html = draw(
      <DrawnPath value={`/${name}`}>
        <App />
      </DrawnPath>,
    );
    yield page(name, t(title), html);
  }
  // Members' pages have only the frame and placeholders; the app renders them anew with the member's data.
  const frame = (path: string, content: ReactNode) =>
    draw(
      <DrawnPath value={path}>
        <MemberShell>{content}</MemberShell>
      </DrawnPath>,
    );
  yield page('home', t('home.title'), frame('/user/home', <HomeRoute />));
  yield page('member', '', frame('/user', null));
}

registerWords(wordLoaders);
await Promise.all([loadIcons(), ...VISITOR_PAGES.map(({ name }) => loadScreen(`/${name}`))]);
process.stdout.write(JSON.stringify(OFFERED.flatMap((locale) => [...pagesIn(locale)])));
