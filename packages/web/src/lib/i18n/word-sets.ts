import type { Locale } from './locale.ts';

/** Stages in which a language's texts are loaded, each with the screens and dialogs that need it. */
export const WORD_SETS = ['first', 'visitor', 'member', 'more', 'account', 'extra', 'safe'] as const;
export type WordSet = (typeof WORD_SETS)[number];

/** Texts of a set by group and key. */
export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type WordsLoader = () => Promise<{ words: Words }>;

/** Loaders of the stages after the first one, in every language. */
export type LaterLoaders = Readonly<Record<Locale, Readonly<Record<Exclude<WordSet, 'first'>, WordsLoader>>>>;

/** Loaders of all texts. Those of later stages are loaded when one of them is needed. */
export interface WordLoaders {
  first: Readonly<Record<Locale, WordsLoader>>;
  later: () => Promise<{ loaders: LaterLoaders }>;
}

/**
 * Every text that has a key, by group: the Thai ones as literal types, from which keys and placeholders derive.
 * The app adds its dictionaries (`app/words/word-sets.ts`).
 */
export interface Source {}
