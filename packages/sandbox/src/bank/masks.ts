/** How banks show other people's accounts: enough to recognise one's own, no more. */

/**
 * An account number of which only the sixth to ninth digit can be read, every other one being an `x`; no
 * dashes: `xxxxx1234x`, and `xxxxx1234xxx` for twelve digits.
 */
export const maskAccountNo = (accountNo: string): string =>
  accountNo.replace(/\d/g, (digit, place: number) => (place >= 5 && place <= 8 ? digit : 'x'));

/** An account number of which only the last four digits can be read: `xxxxxx1234`. */
export const maskAllButLast = (accountNo: string): string =>
  accountNo.replace(/\d/g, (digit, place: number) => (place >= accountNo.length - 4 ? digit : 'x'));

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' });
/** Vowels written before the consonant they belong to: one of them alone is no beginning of a name. */
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

/** A name of which every word but the title and the first is its beginning and three stars: `MR SOMCHAI J***`. */
export function maskName(name: string): string {
  const { title, first, others } = partsOf(name);
  return join(title, first, ...others.map((word) => `${beginning(word)}***`));
}

const TITLES = { thai: ['นาย', 'น.ส.', 'นาง'], lao: ['ທ້າວ', 'ນາງ'], latin: ['MR', 'MISS', 'MRS.'] } as const;

/** A title as a bank has it on record: the same for the same name. */
function titleFor(name: string): string {
  const script = /[\u0E00-\u0E7F]/.test(name) ? 'thai' : /[\u0E80-\u0EFF]/.test(name) ? 'lao' : 'latin';
  const titles = TITLES[script];
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return titles[sum % titles.length] ?? '';
}

/** How statements write names: as they are, or with a title and whole, cut off in the last name, or with stars. */
export type NameStyle = 'plain' | 'whole' | 'cut' | 'stars';

/** What is left of a name's last words where a statement has no more room; a Thai vowel may stand alone. */
const LEFT_OF_LAST = 1;

/** A name as a statement writes it. A name of one word stays as it is, but for its title. */
export function statementName(name: string, style: NameStyle): string {
  if (style === 'plain') return name;
  const { title, first, others } = partsOf(name);
  const titled = join(title || titleFor(name), first);
  if (style === 'whole' || others.length === 0) return join(titled, ...others);
  if (style === 'stars') return maskName(join(titled, ...others));
  return join(titled, Array.from(others.join(' ')).slice(0, LEFT_OF_LAST).join(''));
}
