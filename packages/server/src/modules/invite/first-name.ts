import { visibleText } from '@krapao/contract/visible-text';

/** Thai and Lao write some vowels before the consonant that a name is sorted and shortened by. */
const LEADING_VOWEL = /^[\u0e40-\u0e44\u0ec0-\u0ec4]/u;

/** A member's name as other members may see it: the first name, and the initial of the last. */
export function firstNameAndInitial(name: string): string {
  const [first = '', ...rest] = visibleText(name).split(' ');
  const last = (rest.at(-1) ?? '').replace(LEADING_VOWEL, '');
  const [initial = ''] = last;
  // Nothing of a name that cannot be seen.
  return initial ? `${first} ${initial}.` : first || (name && '•••');
}
