import { common } from './common.ts';
import { login } from './login.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';

/** Texts of the first screen and of its errors. */
export const words = { common, login, shell, status };
