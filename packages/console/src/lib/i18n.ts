import type { en } from '../words/en.ts';
import type { Words } from '../words/words.ts';
import { initialLocale, LANGUAGE_TAG, type Locale } from './locale.ts';
import { createStore, useStore } from './store.ts';
import { writeStored } from './stored.ts';

type Source = typeof en;

type Group = keyof Source & string;
export type TextKey = { [G in Group]: `${G}.${keyof Source[G] & string}` }[Group];

type TextOf<Key extends TextKey> = Key extends `${infer G extends Group}.${infer Name}`
  ? Name extends keyof Source[G]
    ? Source[G][Name]
    : never
  : never;

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type Arguments<Key extends TextKey> = [Placeholder<TextOf<Key>>] extends [never]
  ? []
  : [values: Record<Placeholder<TextOf<Key>>, string | number>];

/** Keys of texts without placeholders. */
export type PlainKey = { [Key in TextKey]: Arguments<Key> extends [] ? Key : never }[TextKey];

export type Translate = <Key extends TextKey>(key: Key, ...values: Arguments<Key>) => string;

interface Current {
  locale: Locale;
  words: Words | undefined;
}

const current = createStore<Current>({
  locale: initialLocale(typeof navigator === 'undefined' ? [] : navigator.languages),
  words: undefined,
});

const LOADERS: Readonly<Record<Locale, () => Promise<Words>>> = {
  th: async () => (await import('../words/th.ts')).th,
  la: async () => (await import('../words/la.ts')).la,
  en: async () => (await import('../words/en.ts')).en,
};

let requested: Locale = current.get().locale;

/** Loads the words of a language and shows the console in it; the last of several requests wins. */
export async function showIn(locale: Locale): Promise<void> {
  requested = locale;
  const words = await LOADERS[locale]();
  if (requested !== locale) return;
  current.set({ locale, words });
  if (typeof document !== 'undefined') document.documentElement.lang = LANGUAGE_TAG[locale];
}

/** Loads the words of the first language, before anything is drawn. */
export const loadFirstWords = (): Promise<void> => showIn(current.get().locale);

/** Changes the language and keeps the choice. */
export async function changeLocale(locale: Locale): Promise<void> {
  await showIn(locale);
  writeStored('locale', locale);
}

export const getLocale = (): Locale => current.get().locale;

/** Fills the `{placeholders}` of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

function textOf(group: string, name: string): string | undefined {
  const texts = (current.get().words as Readonly<Record<string, Readonly<Record<string, string>>>>)[group];
  return texts && Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** Returns a text in the language in use. Components use `useT`, which follows changes of language. */
export const t: Translate = (key, ...values) => {
  const [group = '', name = ''] = key.split('.');
  return fill(textOf(group, name) ?? key, values[0] ?? {});
};

/** Returns the translate function; draws its component anew when the language changes. */
export function useT(): Translate {
  useStore(current);
  return t;
}

export const useLocale = (): Locale => useStore(current).locale;

/** Returns the text of a code of the server, or the code itself where there is none. */
export const codeText = (group: Group, code: string): string => textOf(group, code) ?? code;
