import { profile } from '../../../features/profile/words/th.ts';

/** Texts of the profile and its dialogs. */
export const words = { profile };
