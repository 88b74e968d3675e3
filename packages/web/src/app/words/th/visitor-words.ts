import { contact } from '../../../features/contact/words/th.ts';
import { factor } from '../../../features/security/words/th.ts';
import { howto } from '../../../features/howto/words/th.ts';
import { kit } from '../../../ui/words/th.ts';
import { network } from '../../../lib/i18n/th/network.ts';
import { register } from '../../../features/register/words/th.ts';

/** Texts for visitors beyond the login page, and texts of every dialog. */
export const words = { contact, factor, howto, kit, network, register };
