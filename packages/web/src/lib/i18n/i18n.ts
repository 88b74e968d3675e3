import { STORAGE_KEYS, writeStored } from '../storage.ts';
import { createStore, useStore } from '../store.ts';
import type { Catalogue } from './catalogue.ts';
import { initialLocale, LANGUAGE_TAG, type Locale } from './locale.ts';
import { WORD_SETS, type Source, type Words, type WordSet, type WordsLoader } from './word-sets.ts';

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

export type Translate = <Key extends TextKey>(key: Key, ...args: Arguments<Key>) => string;

const firstLoaders: Readonly<Record<Locale, WordsLoader>> = {
  th: () => import('./th/first-words.ts'),
  la: () => import('./la/first-words.ts'),
  en: () => import('./en/first-words.ts'),
};

type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Current {
  locale: Locale;
  /** What is loaded of the language. */
  groups: Groups;
}

const current = createStore<Current>({ locale: initialLocale(), groups: {} });

/** What the screens so far have asked for: another language needs the same. */
const wanted = new Set<WordSet>();

const LANGUAGE_COOKIE_AGE_S = 365 * 24 * 60 * 60;

/**
 * Loads sets of words of the language in use; those that are here already cost nothing. Nothing that has words in a
 * set may be drawn before it is here.
 */
export async function loadWords(...names: readonly WordSet[]): Promise<void> {
  const { locale } = current.get();
  const loaded = await Promise.all(names.map((name) => wordsOf(locale, name)));
  for (const name of names) wanted.add(name);
  // Another language was chosen meanwhile.
  if (current.get().locale !== locale) return loadWords(...names);
  takeWords(locale, loaded);
}

/** Whether a set of words of the language in use is here. */
export const hasWords = (name: WordSet): boolean => kept.has(`${current.get().locale} ${name}`);

/** Takes words over that are here already, as the build does to draw pages. */
export function takeWords(locale: Locale, loaded: readonly Words[]): void {
  const { locale: before, groups } = current.get();
  // What is drawn has its words: more of them in the same language change nothing that is seen.
  if (before === locale) Object.assign(groups, ...loaded);
  else current.set({ locale, groups: Object.assign({}, ...loaded) as Groups });
}

const kept = new Map<string, Words>();

async function wordsOf(locale: Locale, name: WordSet): Promise<Words> {
  const key = `${locale} ${name}`;
  const known = kept.get(key);
  if (known) return known;
  const load =
    name === 'first' ? firstLoaders[locale] : (await import('./later-words.ts')).loaders[locale][name];
  const { words } = await load();
  kept.set(key, words);
  return words;
}

/** Takes over the words of the first screen from the page, which came with them. */
export function keepFirstWords(locale: Locale, words: Words): void {
  kept.set(`${locale} first`, words);
}

/** Starts in a language, before any words are loaded: the one the page is written in already. */
export function startIn(locale: Locale): void {
  current.set({ locale, groups: {} });
  if (typeof document !== 'undefined') document.documentElement.lang = LANGUAGE_TAG[locale];
}

/** Changes the language at run time and remembers the choice in storage and in the `lang` cookie. */
export async function changeLocale(locale: Locale): Promise<void> {
  await applyLocale(locale);
  writeStored(STORAGE_KEYS.locale, locale);
  document.cookie = `lang=${locale}; Max-Age=${LANGUAGE_COOKIE_AGE_S}; Path=/; SameSite=Lax`;
}

let latestRequested: Locale | null = null;

async function applyLocale(locale: Locale): Promise<void> {
  latestRequested = locale;
  const names = [...wanted];
  const loaded = await Promise.all(names.map((name) => wordsOf(locale, name)));
  if (latestRequested !== locale) return;
  // A screen may have asked for more meanwhile.
  if (wanted.size !== names.length) return applyLocale(locale);
  takeWords(locale, loaded);
  document.documentElement.lang = LANGUAGE_TAG[locale];
}

/** The language in use. */
export function getLocale(): Locale {
  return current.get().locale;
}

function textOf(key: string): string {
  const [group = '', name = ''] = key.split('.');
  const texts = current.get().groups[group];
  if (!texts) {
    // A test goes through all screens so that this never happens; if it does, the words follow.
    console.error(`the words of ${group} are not loaded yet`);
    loadWords(...WORD_SETS).then(
      () => current.set({ ...current.get() }),
      () => undefined,
    );
    return '';
  }
  return texts[name] ?? key;
}

/** A text in the language in use, with its `{placeholders}` filled. In components use `useT`, which follows changes. */
export const t: Translate = (key, ...args) => {
  const params: Readonly<Record<string, string | number>> = args[0] ?? {};
  return textOf(key).replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
};

/** The translate function, re-rendering its component when the language changes. */
export function useT(): Translate {
  useStore(current);
  return t;
}

/** The language in use, re-rendering its component when it changes. */
export function useLocale(): Locale {
  return useStore(current).locale;
}

function lookUp(catalogue: keyof Catalogue, code: string): string | undefined {
  const texts = current.get().groups[catalogue];
  return texts && Object.hasOwn(texts, code) ? texts[code] : undefined;
}

/** Catalogue text of a code, or undefined when the catalogue does not have it. */
export function codeText(code: string): string | undefined {
  return lookUp('errors', code);
}

/** Text of a code met while spinning or claiming a coupon. */
export function spinCodeText(code: string): string | undefined {
  return lookUp('spinErrors', code) ?? codeText(code);
}

/** Meaning of a slip's reason code, or undefined when it is not a known one. */
export function slipReasonText(code: string): string | undefined {
  return lookUp('slipReasons', code);
}

/** What to do about a slip refused for that reason, or undefined when it is not a known one. */
export function slipAdviceText(code: string): string | undefined {
  return lookUp('slipAdvice', code);
}
