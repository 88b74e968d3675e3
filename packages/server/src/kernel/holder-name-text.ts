/** Parses the names of account holders: letters without titles, with hidden or cut parts marked. */

/** A parsed name for the rule of `holder-names.ts`. `*` stands for hidden or cut letters. */
export interface HolderName {
  first: string;
  /** All words after the first, joined without blanks; empty if there is one word only. */
  last: string;
}

/** Real names are shorter. The bound keeps hostile ones cheap. */
const MAX_LETTERS = 160;

/** Longer titles come before their own prefixes: the first match is removed. */
const TITLES: readonly string[] = [
  ['นางสาว', 'น.ส.', 'นาง', 'นาย', 'เด็กหญิง', 'เด็กชาย', 'ด.ญ.', 'ด.ช.', 'คุณ', 'ดร.'],
  ['MISTER', 'MASTER', 'MISS', 'MRS', 'MSTR', 'MR', 'MS', 'DR', 'KHUN'],
  ['ທ້າວ', 'ນາງສາວ', 'ນາງ', 'ທ່ານ'],
  ['บริษัท', 'บจก.', 'บมจ.', 'หจก.', 'หสม.'],
].flat();

/** Combining marks and vowels that follow their letter: a name cannot begin with them. */
const NO_BEGINNING = /^[\p{M}ะาๅ\u0E45ະາຽ]/u;

/** Thai and Lao marks can be typed in either order. These rules put them in one: vowel, tone, nikhahit. */
const MARKS_OUT_OF_ORDER: readonly (readonly [RegExp, string])[] = [
  [/([\u0E47-\u0E4E])([\u0E31\u0E34-\u0E3A])/g, '$2$1'],
  [/\u0E4D([\u0E48-\u0E4C])/g, '$1\u0E4D'],
  [/([\u0EC8-\u0ECE])([\u0EB1\u0EB4-\u0EBC])/g, '$2$1'],
  [/\u0ECD([\u0EC8-\u0ECC])/g, '$1\u0ECD'],
];

/**
 * Normalises case, blanks, zero-width characters, full-width letters, accents on Latin letters and the order
 * of Thai and Lao marks. Hidden letters become `*`.
 */
function fold(text: string): string {
  let folded = text
    .slice(0, 4 * MAX_LETTERS)
    .normalize('NFKD')
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u0300-\u036f]/gu, '')
    .toUpperCase()
    // Half a character, left by a cut between its bytes.
    .replace(/[\uFFFD\p{Cs}]+/gu, '*')
    .replace(/[•●∙·]|\.{2,}/g, '*')
    .replace(/['’ʼ`]/g, '')
    // Many type this vowel as two of another.
    .replaceAll('เเ', 'แ')
    .replaceAll('ເເ', 'ແ');
  for (const [wrong, right] of MARKS_OUT_OF_ORDER) folded = folded.replace(wrong, right);
  return folded.replace(/\s+/g, ' ').trim().slice(0, MAX_LETTERS);
}

interface TitlePattern {
  /** The title as a separate word, or followed by a dot. */
  apart: RegExp;
  /** The title written together with the name. */
  joined: RegExp;
}

const titles: readonly TitlePattern[] = TITLES.map((title) => {
  // Each letter of an abbreviation may be followed by a dot and a blank.
  const letters = fold(title).split('.').filter(Boolean);
  const isAbbreviation = title.includes('.');
  const written = letters.join(String.raw`\.?\s?`);
  return {
    apart: new RegExp(`^${written}(?:\\s?\\.\\s?|\\s)(?=[^\\s.])`, 'u'),
    joined: new RegExp(`^${isAbbreviation ? letters.join(String.raw`\.?`) : written}(?=[^\\s.])`, 'u'),
  };
});

/** Most titles before a name: นาย ดร. */
const MOST_TITLES = 2;

function withoutTitlesApart(text: string): string {
  let rest = text;
  for (let taken = 0; taken < MOST_TITLES; taken += 1) {
    const title = titles.find(({ apart }) => apart.test(rest));
    if (!title) break;
    rest = rest.replace(title.apart, '').trim();
  }
  return rest;
}

/** Returns the text itself, and the text without each title that may be joined to it. */
function withAndWithoutJoinedTitle(text: string): string[] {
  const stripped = titles.flatMap(({ joined }) => {
    const rest = text.replace(joined, '').trim();
    return rest === text || NO_BEGINNING.test(rest) ? [] : [rest];
  });
  return [text, ...stripped];
}

function parse(text: string): HolderName {
  const words = text
    .replace(/-/g, '')
    .replace(/[^\p{L}\p{M}\p{N}*]+/gu, ' ')
    // `SOMCHAI JXXX`: some banks hide letters behind an x.
    .replace(/X{2,}(?= |$)/g, '*')
    .replace(/\*+/g, '*')
    // `SOMCHAI J ***`
    .replace(/ \*(?= |$)/g, '*')
    .trim()
    .split(' ')
    .filter((word) => word !== '' && word !== '*');
  const [first = '', ...others] = words;
  return { first, last: others.join('').replace(/\*+/g, '*') };
}

/**
 * Returns the possible readings of a written name. A joined title allows several: `MRSOMCHAI` is `MR SOMCHAI`
 * or `MRS OMCHAI`.
 */
export const readHolderName = (text: string): HolderName[] =>
  withAndWithoutJoinedTitle(withoutTitlesApart(fold(text))).map(parse);
