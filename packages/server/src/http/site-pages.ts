import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '../content/fields.ts';

/** Folder of prerendered pages in a built app, one per language: `login.html`, `login.en.html`. */
const FOLDER = 'pages';
/** The page without prerendered content, for all other addresses. */
const EMPTY_PAGE = 'index.html';

/** Returns the prerendered page of an address; undefined if it has none. */
function nameAt(address: string): string | undefined {
  if (address === '/login' || address === '/register') return address.slice(1);
  // The start address leads to the home page; a visitor without a session is redirected before anything is
  // shown.
  if (address === '/' || address === '/user' || address === '/user/home') return 'home';
  return address.startsWith('/user/') ? 'member' : undefined;
}

/** Returns whether an address is a member's page, or leads to one. */
export const isMembersAddress = (address: string): boolean =>
  ['home', 'member'].includes(nameAt(address) ?? '');

/** Returns the player's language from the cookie `lang`; undefined if it is not one of ours. */
export function chosenLocale(cookies: string | undefined): string | undefined {
  const chosen = /(?:^|;\s*)lang=([^;]*)/.exec(cookies ?? '')?.[1];
  return LANGUAGES.find((locale) => locale === chosen);
}

/**
 * Returns the file of an address's page in the app's folder: prerendered in the chosen language, else in the
 * app's default language; the empty page if none exists.
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
 * Returns the digests of a page's inline styles for a policy. A new version of the app may replace the served
 * one.
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
