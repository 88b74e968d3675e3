import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '../content/fields.ts';

/** The folder of a built app in which its drawn pages are, one for each language: `login.html`, `login.en.html`. */
const FOLDER = 'pages';
/** Drawn with nothing in it, for all other addresses. */
const EMPTY_PAGE = 'index.html';

/** Which drawn page stands at an address; undefined where there is none. */
function nameAt(address: string): string | undefined {
  if (address === '/login' || address === '/register') return address.slice(1);
  // The start address leads home; who is not logged in is sent on before anything is seen.
  if (address === '/' || address === '/user' || address === '/user/home') return 'home';
  return address.startsWith('/user/') ? 'member' : undefined;
}

/** Whether an address is one of a member's own pages, or leads to one. */
export const isMembersAddress = (address: string): boolean =>
  ['home', 'member'].includes(nameAt(address) ?? '');

/** What the player has chosen in the app, by its cookie `lang`; undefined where it is none of ours. */
export function chosenLocale(cookies: string | undefined): string | undefined {
  const chosen = /(?:^|;\s*)lang=([^;]*)/.exec(cookies ?? '')?.[1];
  return LANGUAGES.find((locale) => locale === chosen);
}

/**
 * The file of the page at an address, from the folder of the app: drawn in the chosen language, or in the one that the
 * app starts in; the empty page where nothing was drawn.
 */
export function pageFile(webDir: string, address: string, locale: string | undefined): string {
  const name = nameAt(address);
  const candidates = name ? [...(locale ? [`${name}.${locale}.html`] : []), `${name}.html`] : [];
  const found = candidates.find((file) => existsSync(path.join(webDir, FOLDER, file)));
  return found ? `${FOLDER}/${found}` : EMPTY_PAGE;
}

interface Known {
  changedMs: number;
  hashes: readonly string[];
}

const known = new Map<string, Known>();

/**
 * The digests of the styles that stand in a page, as a policy names them. A new version of the app may be put in the
 * place of the one that is served.
 */
export function styleHashes(file: string): readonly string[] {
  const changedMs = statSync(file).mtimeMs;
  const before = known.get(file);
  if (before?.changedMs === changedMs) return before.hashes;
  const styles = readFileSync(file, 'utf8').matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g);
  const hashes = Array.from(
    styles,
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );
  known.set(file, { changedMs, hashes });
  return hashes;
}
