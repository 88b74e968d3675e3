/** How banks mask other people's accounts: enough to recognise one's own account, no more. */

/**
 * Masks an account number except for the sixth to ninth digit with `x`; no dashes: `xxxxx1234x`, and
 * `xxxxx1234xxx` for twelve digits.
 */
export const maskAccountNo = (accountNo: string): string =>
  accountNo.replace(/\d/g, (digit, place: number) => (place >= 5 && place <= 8 ? digit : 'x'));

/** Masks an account number except for the last four digits: `xxxxxx1234`. */
export const maskAllButLast = (accountNo: string): string =>
  accountNo.replace(/\d/g, (digit, place: number) => (place >= accountNo.length - 4 ? digit : 'x'));

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' });
/** Vowels written before their consonant: such a vowel alone cannot begin a name. */
const LEADING_VOWEL = /^[เแโใไເແໂໃໄ]/;

function beginning(word: string): string {
  const [first, second] = [...letters.segment(word)].map(({ segment }) => segment);
  return LEADING_VOWEL.test(word) ? `${first ?? ''}${second ?? ''}` : (first ?? '');
}

const TITLE = /^(?:นาย|นางสาว|นาง|น\.ส\.|ด\.ช\.|ด\.ญ\.|บจก\.|บมจ\.|บริษัท|MR|MRS|MISS|MS|ທ້າວ|ນາງ)\.?$/i;

interface NameParts {
  /** Empty where there is none. */
  readonly title: string;
  readonly first: string;
  readonly others: readonly string[];
}

function partsOf(name: string): NameParts {
  const words = name.trim().split(/\s+/);
  const title = words.length > 1 && TITLE.test(words[0] ?? '') ? (words.shift() ?? '') : '';
  const [first = '', ...others] = words;
  return { title, first, others };
}

const join = (...words: readonly string[]): string => words.filter((word) => word !== '').join(' ');

/**
 * Masks a name: every word but the title and the first becomes its beginning and three stars, as in `MR
 * SOMCHAI J***`.
 */
export function maskName(name: string): string {
  const { title, first, others } = partsOf(name);
  return join(title, first, ...others.map((word) => `${beginning(word)}***`));
}

const TITLES = { thai: ['นาย', 'น.ส.', 'นาง'], lao: ['ທ້າວ', 'ນາງ'], latin: ['MR', 'MISS', 'MRS.'] } as const;

/** Returns a title as a bank has it on record: the same name always gets the same title. */
function titleFor(name: string): string {
  const script = /[\u0E00-\u0E7F]/.test(name) ? 'thai' : /[\u0E80-\u0EFF]/.test(name) ? 'lao' : 'latin';
  const titles = TITLES[script];
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return titles[sum % titles.length] ?? '';
}

/**
 * Style of names in statements: as they are, or with a title and whole, cut off in the last name, or with
 * stars.
 */
export type NameStyle = 'plain' | 'whole' | 'cut' | 'stars';

/** Characters kept of a name's last word where a statement has no more room; a Thai vowel may stand alone. */
const LEFT_OF_LAST = 1;

/** Returns a name as a statement writes it. A name of one word changes only by its title. */
export function statementName(name: string, style: NameStyle): string {
  if (style === 'plain') return name;
  const { title, first, others } = partsOf(name);
  const titled = join(title || titleFor(name), first);
  if (style === 'whole' || others.length === 0) return join(titled, ...others);
  if (style === 'stars') return maskName(join(titled, ...others));
  return join(titled, Array.from(others.join(' ')).slice(0, LEFT_OF_LAST).join(''));
}
