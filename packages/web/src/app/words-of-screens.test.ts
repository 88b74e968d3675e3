import { describe, expect, it } from 'vitest';
import { modalRegistry } from './modal-registry.ts';
import { SHARED_SETS } from '../lib/i18n/shared-sets.ts';
import { WORD_SETS, type WordSet } from '../lib/i18n/word-sets.ts';

/** The app's own code; another test checks the dictionaries. */
const sources = import.meta.glob<string>(
  [
    '../**/*.{ts,tsx}',
    '!../**/*.test.{ts,tsx}',
    '!../**/words/**',
    '!../lib/i18n/{th,la,en}/*',
    '!../testing/*',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const thai = import.meta.glob<Record<string, unknown>>('./words/th/*-words.ts', {
  import: 'words',
  eager: true,
});

const setOf = new Map<string, WordSet>(
  WORD_SETS.flatMap((set) =>
    Object.keys(thai[`./words/th/${set}-words.ts`] ?? {}).map((group): [string, WordSet] => [group, set]),
  ),
);

/**
 * Resolves an import such as `./route-table.ts` in `../app/app.tsx` to the sources' names, which are relative
 * to this folder.
 */
function resolved(from: string, to: string): string {
  const base = new URL(from.startsWith('./') ? `../app/${from.slice(2)}` : from, 'file:///src/app/');
  const { pathname } = new URL(to, base);
  return pathname.startsWith('/src/app/') ? `./${pathname.slice(9)}` : `../${pathname.slice(5)}`;
}

/** Returns a module with all its static imports; dynamic imports are separate screens or dialogs. */
function withImports(module: string, seen = new Set<string>()): Set<string> {
  const code = sources[module];
  if (code === undefined || seen.has(module)) return seen;
  seen.add(module);
  for (const [, to = ''] of code.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)';/gm)) {
    withImports(resolved(module, to), seen);
  }
  return seen;
}

/** Returns the word sets used by a module and its static imports. */
function wordsOf(module: string): Set<WordSet> {
  const groups = [...withImports(module)].flatMap((one) =>
    [...(sources[one] ?? '').matchAll(/['"`](\w+)\.(?:\w+['"]|\$\{)/g)].map(([, group = '']) => group),
  );
  return new Set(groups.flatMap((group) => setOf.get(group) ?? []));
}

/** Groups that are looked up by a code, or shown after an answer that has loaded their words. */
const AFTER_AN_ANSWER = new Set(['../lib/api-error.ts']);

const table = sources['./route-table.ts'] ?? '';
const NAMES: Record<string, readonly WordSet[]> = {
  VISITOR: ['first', 'visitor'],
  MEMBER: ['first', 'visitor', 'member'],
  MORE: ['first', 'visitor', 'member', 'more'],
  RESET: ['first', 'visitor', 'extra'],
  ACCOUNT: ['first', 'visitor', 'member', 'account'],
  NOTICES: ['first', 'visitor', 'member', 'extra'],
  SAFE: ['first', 'visitor', 'member', 'more', 'safe'],
};

/** Every dialog with the set that it loads beyond the shared ones. */
const dialogs = Object.entries(sources)
  .filter(([file]) => /\/features\/\w+\/modals\.ts$/.test(file))
  .flatMap(([file, code]) =>
    [...code.matchAll(/(?:withWords\('(\w+)', )?\(\) =>\s+import\('([^']+)'\)/g)].map(
      ([, set = '', path = '']): [path: string, set: string] => [resolved(file, path), set],
    ),
  );

describe('the words of a screen', () => {
  const routes = [...table.matchAll(/load: (?:\(\) => import\('([^']+)'\)|(\w+)), words: (\w+|\[\])/g)];
  const contact = /const CONTACT = \(\) => import\('([^']+)'\)/.exec(table)?.[1] ?? '';

  it('are looked for in every screen there is', () => {
    expect(routes.length).toBeGreaterThanOrEqual(10);
    expect(contact).not.toBe('');
  });

  it.each(routes.map(([, path = contact, , words = '']) => [path, words]))('%s: %s', (path, words) => {
    const given = words === '[]' ? ['first'] : (NAMES[words] ?? []);
    const needed = [...wordsOf(path)].filter((set) => !given.includes(set));
    expect(needed.filter((set) => set !== 'visitor' || words !== '[]')).toEqual([]);
  });

  it.each([
    ['./member-shell.tsx', NAMES['MEMBER']],
    ['./over-pages.tsx', NAMES['VISITOR']],
    ['./dialogs.tsx', NAMES['VISITOR']],
    ['./footer.tsx', NAMES['VISITOR']],
    ['../features/chat/chat-panel.tsx', NAMES['MORE']],
    ['../features/protection/home-standing.tsx', NAMES['SAFE']],
  ])('%s', (module, given = []) => {
    expect([...wordsOf(module)].filter((set) => !given.includes(set))).toEqual([]);
  });

  it.each(dialogs)('%s, beside the shared ones: %s', (module, set) => {
    const needed = [...wordsOf(module)].filter((one) => one !== set);
    expect(needed.filter((one) => !SHARED_SETS.includes(one))).toEqual([]);
  });

  it('of dialogs are looked for in every dialog there is', () => {
    const all = Object.keys(modalRegistry).filter((name) => name !== 'actions');
    expect(dialogs).toHaveLength(all.length);
  });

  it('of the login page come with it', () => {
    const beyond = [...withImports('../routes/login.tsx')]
      .filter((module) => !AFTER_AN_ANSWER.has(module))
      .flatMap((module) =>
        [...(sources[module] ?? '').matchAll(/\bt\(['"](\w+)\./g)].map(([, group = '']) => group),
      )
      .filter((group) => setOf.get(group) !== 'first');
    expect(beyond).toEqual([]);
  });
});
