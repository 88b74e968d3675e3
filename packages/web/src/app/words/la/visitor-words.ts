import type { WordsOf } from '../word-sets.ts';
import { contact } from '../../../features/contact/words/la.ts';
import { factor } from '../../../features/security/words/la.ts';
import { howto } from '../../../features/howto/words/la.ts';
import { kit } from '../../../ui/words/la.ts';
import { network } from '../../../lib/i18n/la/network.ts';
import { register } from '../../../features/register/words/la.ts';

/** Texts for visitors beyond the login page, and texts of every dialog. */
export const words: WordsOf<'visitor'> = { contact, factor, howto, kit, network, register };
