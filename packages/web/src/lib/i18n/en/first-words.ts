import type { WordsOf } from '../word-sets.ts';
import { common } from './common.ts';
import { login } from './login.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';

/** What the first screen says, and what can go wrong on it. */
export const words: WordsOf<'first'> = { common, login, shell, status };
