/** Reads the names of account holders: letters without titles, and where a bank has hidden or cut some. */

/** A name as the rule of `holder-names.ts` compares it. `*` stands for letters that are hidden or cut off. */
export interface HolderName {
  first: string;
  /** All words after the first, without the blanks between them; empty where there is one word only. */
  last: string;
}

/** Longer names exist nowhere, and hostile ones cost nothing this way. */
const MAX_LETTERS = 160;

/** Longer ones before those that they begin with: the first that fits is taken off. */
const TITLES: readonly string[] = [
  ['นางสาว', 'น.ส.', 'นาง', 'นาย', 'เด็กหญิง', 'เด็กชาย', 'ด.ญ.', 'ด.ช.', 'คุณ', 'ดร.'],
  ['MISTER', 'MASTER', 'MISS', 'MRS', 'MSTR', 'MR', 'MS', 'DR', 'KHUN'],
  ['ທ້າວ', 'ນາງສາວ', 'ນາງ', 'ທ່ານ'],
  ['บริษัท', 'บจก.', 'บมจ.', 'หจก.', 'หสม.'],
].flat();

/** Marks above and below a letter: a name cannot begin with one, nor with a vowel that follows its letter. */
const NO_BEGINNING = /^[\p{M}ะาๅ\u0E45ະາຽ]/u;

/** Thai and Lao marks as they are typed in either order, put into one: vowel, tone, nikhahit. */
const MARKS_OUT_OF_ORDER: readonly (readonly [RegExp, string])[] = [
  [/([\u0E47-\u0E4E])([\u0E31\u0E34-\u0E3A])/g, '$2$1'],
  [/\u0E4D([\u0E48-\u0E4C])/g, '$1\u0E4D'],
  [/([\u0EC8-\u0ECE])([\u0EB1\u0EB4-\u0EBC])/g, '$2$1'],
  [/\u0ECD([\u0EC8-\u0ECC])/g, '$1\u0ECD'],
];

/**
 * The same text for everything that people and banks write alike: case, blanks, zero-width characters, full-width
 * letters, accents on Latin letters, and the order of Thai and Lao marks aside. Hidden letters become `*`.
 */
function fold(text: string): string {
  let folded = text
    .slice(0, 4 * MAX_LETTERS)
    .normalize('NFKD')
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u0300-\u036f]/gu, '')
    .toUpperCase()
    // Half a character, as left by a cut in the midst of its bytes.
    .replace(/[\uFFFD\p{Cs}]+/gu, '*')
    .replace(/[•●∙·]|\.{2,}/g, '*')
    .replace(/['’ʼ`]/g, '')
    // Two of the one vowel are how many type the other.
    .replaceAll('เเ', 'แ')
    .replaceAll('ເເ', 'ແ');
  for (const [wrong, right] of MARKS_OUT_OF_ORDER) folded = folded.replace(wrong, right);
  return folded.replace(/\s+/g, ' ').trim().slice(0, MAX_LETTERS);
}

interface TitlePattern {
  /** The title as a word of its own, or ended by a dot. */
  apart: RegExp;
  /** The title written together with the name. */
  joined: RegExp;
}

const titles: readonly TitlePattern[] = TITLES.map((title) => {
  // Each letter of an abbreviation may have its dot, and a blank after it, or not.
  const letters = fold(title).split('.').filter(Boolean);
  const isAbbreviation = title.includes('.');
  const written = letters.join(String.raw`\.?\s?`);
  return {
    apart: new RegExp(`^${written}(?:\\s?\\.\\s?|\\s)(?=[^\\s.])`, 'u'),
    joined: new RegExp(`^${isAbbreviation ? letters.join(String.raw`\.?`) : written}(?=[^\\s.])`, 'u'),
  };
});

/** How many titles stand before a name at most: นาย ดร. */
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

/** The text itself, and without each title that may be written together with it. */
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
 * What a written name may say. Several readings where a title may be written together with the name: `MRSOMCHAI` is
 * `MR SOMCHAI` or `MRS OMCHAI`.
 */
export const readHolderName = (text: string): HolderName[] =>
  withAndWithoutJoinedTitle(withoutTitlesApart(fold(text))).map(parse);
