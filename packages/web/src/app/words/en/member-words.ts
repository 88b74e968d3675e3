import type { WordsOf } from '../word-sets.ts';
import { errors } from '../../../lib/i18n/en/errors.ts';
import { games } from '../../../features/games/words/en.ts';
import { home } from '../../../features/home/words/en.ts';
import { invite } from '../../../features/invite/words/en.ts';
import { member } from './member.ts';
import { transfer } from '../../../features/transfer/words/en.ts';

/** Texts that members read first, and the texts of the server’s codes. */
export const words: WordsOf<'member'> = {
  errors,
  games,
  home,
  invite,
  member,
  transfer,
};
