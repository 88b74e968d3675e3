import { play } from '../../../features/play/words/th.ts';
import { protection } from '../../../features/protection/words/th.ts';

/** Texts of limits, breaks and exclusions, and of the member's own play. */
export const words = { protection, play };
