import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeNames, languagesOf, listed, renamed, shortNames, type Language } from './short-texts.ts';

type Groups = Language[string];

const SOURCES = join(import.meta.dirname, '..', 'src');
const EVERY_WORD = join(SOURCES, 'app', 'words', 'every-word.ts');
const { words } = (await import(EVERY_WORD)) as { words: Record<string, Groups> };

/** The program's own code by file. */
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\/|\/words\/|^lib\/i18n\//.test(file))
  .map((file): [string, string] => [file, readFileSync(join(SOURCES, file), 'utf8')]);

const CATALOGUES = ['errors', 'spinErrors', 'slipReasons', 'slipAdvice'];
const languages = languagesOf(words);
const th = languages['th'] ?? {};
const SETS = Object.keys(th);
const names = shortNames(th);

/** Runs the served dictionary as the app does. */
async function served(language: Language): Promise<Groups> {
  const modules = SETS.map(async (set) => {
    const code = codeNames(th) + '\n' + listed(th, language, set).replace(/^import .*\n/, '');
    const url = `data:text/javascript,${encodeURIComponent(code)}`;
    return ((await import(/* @vite-ignore */ url)) as { words: Groups }).words;
  });
  return Object.assign({}, ...(await Promise.all(modules))) as Groups;
}

describe('texts under short names', () => {
  it.each(['th', 'la', 'en'])('are the same texts: %s', async (name) => {
    const language = languages[name] ?? {};
    const short = await served(language);
    let count = 0;
    for (const [group, texts] of SETS.flatMap((set) => Object.entries(language[set] ?? {}))) {
      for (const [key, text] of Object.entries(texts)) {
        const [list = '', at = ''] = CATALOGUES.includes(group)
          ? [group, key]
          : (names.get(`${group}.${key}`)?.split('.') ?? []);
        expect([group, key, short[list]?.[at]]).toEqual([group, key, text]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(800);
    // Codes have exactly the texts of the sources.
    for (const group of CATALOGUES) {
      const source = SETS.map((set) => language[set]?.[group]).find(Boolean) ?? {};
      expect(short[group]).toEqual(source);
    }
  });

  it('have a name each, and none of a group of codes', () => {
    expect(new Set(names.values()).size).toBe(names.size);
    for (const name of names.values()) expect(name).toMatch(/^[a-z]\.\d+$/);
  });

  it('are said under them everywhere', () => {
    let count = 0;
    for (const [file, code] of sources) {
      const short = renamed(code, names);
      for (const key of names.keys()) {
        if (!code.includes(`'${key}'`)) continue;
        expect([file, key, short.includes(`'${key}'`)]).toEqual([file, key, false]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(700);
  });

  it('are found in quotes of each kind, and nothing else is touched', () => {
    const known = new Map([['kit.close', 'v.3']]);
    expect(renamed(`t('kit.close'), t("kit.close"), 'kit.closed', kit.close`, known)).toBe(
      `t('v.3'), t("v.3"), 'kit.closed', kit.close`,
    );
  });

  it('have no keys that are put together where they are said', () => {
    const known = new Map([['kit.close', 'v.3']]);
    expect(() => renamed('t(`kit.${name}`)', known)).toThrow('written out');
    expect(renamed('type Key = `kit.${string}`; const file = `other.${name}`', known)).toContain('other.');
  });
});
