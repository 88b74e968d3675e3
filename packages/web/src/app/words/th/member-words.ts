import { errors } from '../../../lib/i18n/th/errors.ts';
import { games } from '../../../features/games/words/th.ts';
import { home } from '../../../features/home/words/th.ts';
import { invite } from '../../../features/invite/words/th.ts';
import { member } from './member.ts';
import { transfer } from '../../../features/transfer/words/th.ts';

/** Texts that members read first, and the texts of the server’s codes. */
export const words = { errors, games, home, invite, member, transfer };
