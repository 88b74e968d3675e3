import type { Translated } from '../../lib/i18n/translated.ts';
import type { WordSet } from '../../lib/i18n/word-sets.ts';
import type { words as account } from './th/account-words.ts';
import type { words as extra } from './th/extra-words.ts';
import type { words as first } from './th/first-words.ts';
import type { words as member } from './th/member-words.ts';
import type { words as more } from './th/more-words.ts';
import type { words as safe } from './th/safe-words.ts';
import type { words as visitor } from './th/visitor-words.ts';

/** The Thai words of each set as literal types; all languages have the same keys. */
interface SourceOf {
  first: typeof first;
  visitor: typeof visitor;
  member: typeof member;
  more: typeof more;
  account: typeof account;
  extra: typeof extra;
  safe: typeof safe;
}

/** Groups that are looked up by a code of the server: `t` does not know them. */
type CodeGroup = 'errors' | 'spinErrors' | 'slipReasons' | 'slipAdvice';

type EveryGroup = SourceOf['first'] &
  SourceOf['visitor'] &
  SourceOf['member'] &
  SourceOf['more'] &
  SourceOf['account'] &
  SourceOf['extra'] &
  SourceOf['safe'];

declare module '../../lib/i18n/word-sets.ts' {
  interface Source extends Omit<EveryGroup, CodeGroup> {}
}

/** Word set in any language: the groups and keys of the Thai one. */
export type WordsOf<Name extends WordSet> = {
  readonly [Group in keyof SourceOf[Name]]: Translated<SourceOf[Name][Group]>;
};
