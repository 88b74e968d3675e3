import { common } from '../../../lib/i18n/th/common.ts';
import { login } from '../../../features/login/words/th.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';

/** Texts of the first screen and of its errors. */
export const words = { common, login, shell, status };
