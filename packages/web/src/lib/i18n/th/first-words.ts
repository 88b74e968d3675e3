import { common } from './common.ts';
import { login } from './login.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';

/** What the first screen says, and what can go wrong on it. */
export const words = { common, login, shell, status };
