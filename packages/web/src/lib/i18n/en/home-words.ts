import type { WordsOf } from '../word-sets.ts';
import { agreement } from './agreement.ts';
import { banner } from './banner.ts';
import { errors } from './errors.ts';
import { games } from './games.ts';
import { home } from './home.ts';
import { invite } from './invite.ts';
import { member } from './member.ts';
import { profile } from './profile.ts';
import { transfer } from './transfer.ts';

/** Texts that members read first, and the texts of the server’s codes. */
export const words: WordsOf<'home'> = {
  agreement,
  banner,
  errors,
  games,
  home,
  invite,
  member,
  profile,
  transfer,
};
