import type { WordsOf } from '../word-sets.ts';
import { common } from '../../../lib/i18n/en/common.ts';
import { login } from '../../../features/login/words/en.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';

/** Texts of the first screen and of its errors. */
export const words: WordsOf<'first'> = { common, login, shell, status };
