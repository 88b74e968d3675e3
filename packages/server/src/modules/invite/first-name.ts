import { visibleText } from '@krapao/contract/visible-text';

/** Thai and Lao write some vowels before the initial consonant. */
const LEADING_VOWEL = /^[\u0e40-\u0e44\u0ec0-\u0ec4]/u;

/** Returns a member's name for other members: the first name, and the initial of the last. */
export function firstNameAndInitial(name: string): string {
  const [first = '', ...rest] = visibleText(name).split(' ');
  const last = (rest.at(-1) ?? '').replace(LEADING_VOWEL, '');
  const [initial = ''] = last;
  // A name without visible characters is masked.
  return initial ? `${first} ${initial}.` : first || (name && '•••');
}
