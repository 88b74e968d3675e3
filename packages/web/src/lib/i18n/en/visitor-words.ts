import type { WordsOf } from '../word-sets.ts';
import { contact } from './contact.ts';
import { howto } from './howto.ts';
import { kit } from './kit.ts';
import { network } from './network.ts';
import { register } from './register.ts';

/** Texts for visitors beyond the login page, and texts of every dialog. */
export const words: WordsOf<'visitor'> = { contact, howto, kit, network, register };
