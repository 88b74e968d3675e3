import type { Catalogue } from './catalogue.ts';
import type { words as first } from './th/first-words.ts';
import type { words as home } from './th/home-words.ts';
import type { words as more } from './th/more-words.ts';
import type { words as visitor } from './th/visitor-words.ts';
import type { Translated } from './translated.ts';

/** Word sets of a language: each is a separate file, fetched with the screens and dialogs that need it. */
export const WORD_SETS = ['first', 'visitor', 'home', 'more'] as const;
export type WordSet = (typeof WORD_SETS)[number];

/**
 * The Thai words as literal types: groups, keys and placeholders derive from them, and all languages have the
 * same.
 */
export interface SourceOf {
  first: typeof first;
  visitor: typeof visitor;
  home: typeof home;
  more: typeof more;
}

/** Word set in any language: the groups and keys of the Thai one. */
export type WordsOf<Name extends WordSet> = {
  readonly [Group in keyof SourceOf[Name]]: Group extends keyof Catalogue
    ? Catalogue[Group]
    : Translated<SourceOf[Name][Group]>;
};

/** Any word set. */
export type Words = { readonly [Name in WordSet]: WordsOf<Name> }[WordSet];

export type WordsLoader = () => Promise<{ words: Words }>;

/** Every text of the app that has a key. */
export type Source = Omit<
  SourceOf['first'] & SourceOf['visitor'] & SourceOf['home'] & SourceOf['more'],
  keyof Catalogue
>;
