import { reset } from '../../../features/reset/words/th.ts';

/** Texts of screens that few open. */
export const words = { reset };
