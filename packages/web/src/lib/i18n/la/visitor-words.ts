import type { WordsOf } from '../word-sets.ts';
import { contact } from './contact.ts';
import { errors } from './errors.ts';
import { howto } from './howto.ts';
import { kit } from './kit.ts';
import { network } from './network.ts';
import { register } from './register.ts';

/** What visitors read beyond the login page, what every dialog says, and the texts of the server’s codes. */
export const words: WordsOf<'visitor'> = { contact, errors, howto, kit, network, register };
