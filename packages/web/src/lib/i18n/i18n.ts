import { writeStored } from '../storage.ts';
import { createStore, useStore } from '../store.ts';
import { initialLocale, LANGUAGE_TAG, type Locale } from './locale.ts';
import {
  WORD_SETS,
  type Source,
  type Words,
  type WordLoaders,
  type WordSet,
  type WordsLoader,
} from './word-sets.ts';

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type KeysOf<Group extends keyof Source> = keyof Source[Group] & string;
export type TextKey = { [Group in keyof Source & string]: `${Group}.${KeysOf<Group>}` }[keyof Source &
  string];

type TextOf<Key extends TextKey> = Key extends `${infer Group extends keyof Source & string}.${infer Name}`
  ? Name extends keyof Source[Group]
    ? Source[Group][Name]
    : never
  : never;

type Arguments<Key extends TextKey> = [Placeholder<TextOf<Key>>] extends [never]
  ? []
  : [params: Record<Placeholder<TextOf<Key>>, string | number>];

/** Keys of texts without placeholders. */
export type PlainKey = { [Key in TextKey]: Arguments<Key> extends [] ? Key : never }[TextKey];

export type Translate = <Key extends TextKey>(key: Key, ...args: Arguments<Key>) => string;

let loaders: WordLoaders | undefined;

/** Sets the loaders of all texts. The app calls it once, before any text is loaded. */
export function registerWords(next: WordLoaders): void {
  loaders = next;
}

interface Current {
  locale: Locale;
  /** Loaded groups of texts in the language. */
  groups: Words;
}

const current = createStore<Current>({ locale: initialLocale(), groups: {} });

/** Word sets requested by the screens so far; after a change of language they are loaded again. */
const wanted = new Set<WordSet>();

const LANGUAGE_COOKIE_AGE_S = 365 * 24 * 60 * 60;

/**
 * Loads word sets of the language in use; sets already loaded cost nothing. A component may be drawn only
 * after the set of its words is loaded.
 */
export async function loadWords(...names: readonly WordSet[]): Promise<void> {
  const { locale } = current.get();
  const loaded = await Promise.all(names.map((name) => wordsOf(locale, name)));
  for (const name of names) wanted.add(name);
  // The language was changed meanwhile.
  if (current.get().locale !== locale) return loadWords(...names);
  takeWords(locale, loaded);
}

/** True when a word set of the language in use is loaded. */
export const hasWords = (name: WordSet): boolean => kept.has(`${current.get().locale} ${name}`);

/** Adds words that are already loaded, as the build does to draw pages. */
export function takeWords(locale: Locale, loaded: readonly Words[]): void {
  const { locale: before, groups } = current.get();
  // Drawn components already have their words; more words in the same language need no re-render.
  if (before === locale) Object.assign(groups, ...loaded);
  else current.set({ locale, groups: Object.assign({}, ...loaded) as Words });
}

const kept = new Map<string, Words>();

async function wordsOf(locale: Locale, name: WordSet): Promise<Words> {
  const key = `${locale} ${name}`;
  const known = kept.get(key);
  if (known) return known;
  const { words } = await (await loaderOf(locale, name))();
  kept.set(key, words);
  return words;
}

async function loaderOf(locale: Locale, name: WordSet): Promise<WordsLoader> {
  if (!loaders) throw new Error('no words are registered');
  return name === 'first' ? loaders.first[locale] : (await loaders.later()).loaders[locale][name];
}

/** Keeps the words of the first screen, which came with the page. */
export function keepFirstWords(locale: Locale, words: Words): void {
  kept.set(`${locale} first`, words);
}

/** Starts in a language before any words are loaded: the language the page was rendered in. */
export function startIn(locale: Locale): void {
  current.set({ locale, groups: {} });
  if (typeof document !== 'undefined') document.documentElement.lang = LANGUAGE_TAG[locale];
}

/** Changes the language at run time and remembers the choice in storage and in the `lang` cookie. */
export async function changeLocale(locale: Locale): Promise<void> {
  await applyLocale(locale);
  writeStored('locale', locale);
  document.cookie = `lang=${locale}; Max-Age=${LANGUAGE_COOKIE_AGE_S}; Path=/; SameSite=Lax`;
}

let latestRequested: Locale | null = null;

async function applyLocale(locale: Locale): Promise<void> {
  latestRequested = locale;
  const names = [...wanted];
  const loaded = await Promise.all(names.map((name) => wordsOf(locale, name)));
  if (latestRequested !== locale) return;
  // A screen may have requested another set meanwhile.
  if (wanted.size !== names.length) return applyLocale(locale);
  takeWords(locale, loaded);
  document.documentElement.lang = LANGUAGE_TAG[locale];
}

/** Returns the language in use. */
export function getLocale(): Locale {
  return current.get().locale;
}

function textOf(key: string): string {
  const [group = '', name = ''] = key.split('.');
  const texts = current.get().groups[group];
  if (!texts) {
    // A test goes through all screens so that this never happens; if it does, the words are loaded late.
    console.error(`the words of ${group} are not loaded yet`);
    loadWords(...WORD_SETS).then(
      () => current.set({ ...current.get() }),
      () => undefined,
    );
    return '';
  }
  return texts[name] ?? key;
}

/**
 * Returns a text in the language in use with its `{placeholders}` filled. Components use `useT`, which
 * follows changes of language.
 */
export const t: Translate = (key, ...args) => {
  const params: Readonly<Record<string, string | number>> = args[0] ?? {};
  return textOf(key).replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
};

/** Returns the translate function; re-renders its component when the language changes. */
export function useT(): Translate {
  useStore(current);
  return t;
}

/** Returns the language in use; re-renders its component when it changes. */
export function useLocale(): Locale {
  return useStore(current).locale;
}

/**
 * Returns the text of a code in a group of texts, by default those of the server's codes; undefined where it
 * has none.
 */
export function codeText(code: string, group = 'errors'): string | undefined {
  const texts = current.get().groups[group];
  return texts && Object.hasOwn(texts, code) ? texts[code] : undefined;
}
