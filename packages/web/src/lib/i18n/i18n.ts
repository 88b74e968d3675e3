import { STORAGE_KEYS, writeStored } from '../storage.ts';
import { createStore, useStore } from '../store.ts';
import type { Catalogue } from './catalogue.ts';
import { initialLocale, LANGUAGE_TAG, type Locale } from './locale.ts';
import type { Source, Texts } from './texts.ts';

export interface Language {
  readonly texts: Texts;
  readonly catalogue: Catalogue;
}

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

const loaders: Record<Locale, () => Promise<Language>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
};

interface Current {
  locale: Locale;
  language: Language | null;
}

const current = createStore<Current>({ locale: initialLocale(), language: null });

const LANGUAGE_COOKIE_AGE_S = 365 * 24 * 60 * 60;

/** Loads the language the app starts in. Must be done before the first render. */
export async function loadInitialLanguage(): Promise<void> {
  await applyLocale(current.get().locale);
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
  const language = await loaders[locale]();
  if (latestRequested !== locale) return;
  current.set({ locale, language });
  document.documentElement.lang = LANGUAGE_TAG[locale];
}

/** The language in use. */
export function getLocale(): Locale {
  return current.get().locale;
}

function textOf(key: string): string {
  const language = current.get().language;
  if (!language) throw new Error('no language is loaded yet');
  const [group = '', name = ''] = key.split('.');
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = language.texts;
  return groups[group]?.[name] ?? key;
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

function catalogue(): Catalogue | undefined {
  return current.get().language?.catalogue;
}

function lookUp(
  texts: Readonly<Partial<Record<string, string>>> | undefined,
  code: string,
): string | undefined {
  return texts && Object.hasOwn(texts, code) ? texts[code] : undefined;
}

/** Catalogue text of a code, or undefined when the catalogue does not have it. */
export function codeText(code: string): string | undefined {
  return lookUp(catalogue()?.errors, code);
}

/** Text of a code met while spinning or claiming a coupon. */
export function spinCodeText(code: string): string | undefined {
  return lookUp(catalogue()?.spinErrors, code) ?? codeText(code);
}

/** Meaning of a slip's reason code, or undefined when it is not a known one. */
export function slipReasonText(code: string): string | undefined {
  return lookUp(catalogue()?.slipReasons, code);
}

/** What to do about a slip refused for that reason, or undefined when it is not a known one. */
export function slipAdviceText(code: string): string | undefined {
  return lookUp(catalogue()?.slipAdvice, code);
}
