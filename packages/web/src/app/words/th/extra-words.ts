import { notices } from '../../../features/notices/words/th.ts';
import { reset } from '../../../features/reset/words/th.ts';

/** Texts of screens that few open. */
export const words = { notices, reset };
