import { protection } from '../../../features/protection/words/th.ts';

/** Texts of limits, breaks and exclusions. */
export const words = { protection };
