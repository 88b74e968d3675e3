import { randomInt } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a new id such as `pi_3UDGcVARZ0Fu9Rq00Icy7PI3`. @param length of what follows the kind. */
export const freshId = (kind: string, length = 24): string =>
  `${kind}_${Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
