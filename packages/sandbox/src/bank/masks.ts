/** How banks show other people's accounts: enough to recognise one's own, no more. */

/**
 * An account number of which only the sixth to ninth digit can be read, every other one being an `x`; no
 * dashes: `xxxxx1234x`, and `xxxxx1234xxx` for twelve digits.
 */
export const maskAccountNo = (accountNo: string): string =>
  accountNo.replace(/\d/g, (digit, place: number) => (place >= 5 && place <= 8 ? digit : 'x'));

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' });
/** Vowels written before the consonant they belong to: one of them alone is no beginning of a name. */
const LEADING_VOWEL = /^[เแโใไເແໂໃໄ]/;

function beginning(word: string): string {
  const [first, second] = [...letters.segment(word)].map(({ segment }) => segment);
  return LEADING_VOWEL.test(word) ? `${first ?? ''}${second ?? ''}` : (first ?? '');
}

/** A name of which every word but the first is its beginning and three stars: `SOMCHAI J***`. */
export function maskName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  return [first, ...others.map((word) => `${beginning(word)}***`)].join(' ');
}
