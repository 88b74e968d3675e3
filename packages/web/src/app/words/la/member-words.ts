import type { WordsOf } from '../word-sets.ts';
import { errors } from '../../../lib/i18n/la/errors.ts';
import { games } from '../../../features/games/words/la.ts';
import { home } from '../../../features/home/words/la.ts';
import { invite } from '../../../features/invite/words/la.ts';
import { member } from './member.ts';
import { transfer } from '../../../features/transfer/words/la.ts';

/** Texts that members read first, and the texts of the server’s codes. */
export const words: WordsOf<'member'> = {
  errors,
  games,
  home,
  invite,
  member,
  transfer,
};
