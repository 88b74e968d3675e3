import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { SettingError } from './setting-checks.ts';

/** Largest logo; a larger file contains a bitmap. */
const MAX_BYTES = 32 * 1024;

/** Relative paths in settings start at the root of the repository. */
const ROOT = join(import.meta.dirname, '..', '..', '..');

const RULES: readonly [found: RegExp, what: string][] = [
  [/<!doctype|<!entity|<\?xml-stylesheet/i, 'must not have a document type, entities or stylesheets'],
  [/<script/i, 'must not have a script'],
  [/<foreignObject/i, 'must not have a foreignObject'],
  [/\son[a-z]+\s*=/i, 'must not have event handlers'],
  [/<(?:image|feImage|use)\b[^>]*(?:href)\s*=\s*["'](?!#)/i, 'must not refer to other files'],
  [/\bhref\s*=\s*["']\s*(?!#)/i, 'must not have links'],
  [/url\(\s*["']?(?!["']?#)/i, 'must not refer to other files'],
  [/@import/i, 'must not import styles'],
  [/<(?:animate|set)\b/i, 'must not move'],
];

/**
 * Reads the operator's logo: one square SVG, which must work on light, dark and silk. Empty: none.
 * @throws SettingError naming the setting and the fault of the file
 */
export function readLogo(setting: string, file: string): string | null {
  if (file === '') return null;
  const path = isAbsolute(file) ? file : join(ROOT, file);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new SettingError(setting, `names the file ${path}, which cannot be read`);
  }
  const wrong = (what: string) => new SettingError(setting, `(${file}) ${what}`);
  if (Buffer.byteLength(text) > MAX_BYTES) throw wrong(`must be ${MAX_BYTES / 1024} KB or smaller`);
  const [root = ''] = /<svg\b[^>]*>/i.exec(text) ?? [];
  if (root === '' || !/<\/svg>\s*$/i.test(text)) throw wrong('must be an SVG drawing');
  for (const [found, what] of RULES) {
    if (found.test(text.replace(/\sxmlns(?::\w+)?\s*=\s*(?:"[^"]*"|'[^']*')/g, ''))) throw wrong(what);
  }
  const box = /\sviewBox\s*=\s*["']([^"']+)["']/.exec(root)?.[1] ?? '';
  const [, , width = 0, height = 0] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0) || width !== height) {
    throw wrong('must have a viewBox as high as it is wide: it is the app’s icon too');
  }
  return text;
}
