import { profile } from '../../../features/profile/words/th.ts';
import { security } from '../../../features/security/words/th.ts';

/** Texts of the profile and its dialogs, and of proof of who the member is. */
export const words = { profile, security };
