import type { WordsOf } from '../word-sets.ts';
import { contact } from '../../../features/contact/words/en.ts';
import { factor } from '../../../features/security/words/en.ts';
import { howto } from '../../../features/howto/words/en.ts';
import { kit } from '../../../ui/words/en.ts';
import { network } from '../../../lib/i18n/en/network.ts';
import { register } from '../../../features/register/words/en.ts';

/** Texts for visitors beyond the login page, and texts of every dialog. */
export const words: WordsOf<'visitor'> = { contact, factor, howto, kit, network, register };
