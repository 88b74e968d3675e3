/** The one rule by which names of account holders are compared; `docs/names.md` gives its reasons. */
import { readHolderName, type HolderName } from './holder-name-text.ts';

/**
 * `same`: good enough for a machine to move money. `different`: it cannot be the same person. `unsure`: too little can
 * be seen, or it is written in another script, so that a person has to look.
 */
export type NameMatch = 'same' | 'different' | 'unsure';

/**
 * Whether a name that a bank shows is the name of a holder that we know.
 * @param shown as the bank writes it: with a title perhaps, cut off or with letters hidden behind `*`
 * @param known the whole name
 */
export function compareHolderNames(shown: string, known: string): NameMatch {
  const matches = new Set(
    readHolderName(shown).flatMap((one) => readHolderName(known).map((other) => compare(one, other))),
  );
  // A reading without its title may fit where the others do not, and nothing is ruled out while one may.
  if (matches.has('same')) return 'same';
  return matches.has('unsure') ? 'unsure' : 'different';
}

/** Whether two texts write one name, both whole and of any number of words. */
export const isSameHolderName = (one: string, other: string): boolean =>
  readHolderName(one).some((left) =>
    readHolderName(other).some(
      (right) =>
        left.first !== '' &&
        left.first === right.first &&
        left.last === right.last &&
        !`${left.first}${left.last}`.includes(HIDDEN),
    ),
  );

const HIDDEN = '*';
/** More hidden places than a bank ever leaves. */
const MOST_HIDDEN = 4;

function compare(shown: HolderName, known: HolderName): NameMatch {
  if (shown.first === '' || known.first === '') return 'unsure';
  if (!isOneScript(shown, known)) return 'unsure';
  if (isSame(shown, known)) return 'same';
  return isRuledOut(shown, known) ? 'different' : 'unsure';
}

/**
 * The whole first name, and of the last name at least the first letter. The known name must be whole, and have a last
 * name: what a bank has cut after the first name would fit everybody who gave no more than that.
 */
function isSame(shown: HolderName, known: HolderName): boolean {
  if (`${known.first}${known.last}${shown.first}`.includes(HIDDEN)) return false;
  if (shown.first !== known.first || shown.last === '' || known.last === '') return false;
  if (shown.last.split(HIDDEN).length > MOST_HIDDEN || shown.last.startsWith(HIDDEN)) return false;
  // Only letters, marks and digits are left in a name: nothing in it means anything to a pattern.
  const pattern = shown.last.replaceAll(HIDDEN, '.*');
  // What is hidden has an end that shows (`J***E`), or none; what is not may be cut.
  return new RegExp(`^${pattern}${shown.last.includes(HIDDEN) ? '$' : ''}`, 'u').test(known.last);
}

/** Whether no cutting, hiding, swapping or leaving out of a title makes one of the other. */
function isRuledOut(shown: HolderName, known: HolderName): boolean {
  if (mayBeCut(`${shown.first}${shown.last}`, `${known.first}${known.last}`)) return false;
  const isFirstOpen = mayBeCut(shown.first, known.first);
  const isLastOpen = shown.last === '' || known.last === '' || mayBeCut(shown.last, known.last);
  if (isFirstOpen && isLastOpen) return false;
  // The last name first.
  if (mayBeCut(shown.first, known.last) && mayBeCut(shown.last, known.first)) return false;
  // A rank or title that we do not know, before the name.
  const one = visible(`${shown.first}${shown.last}`);
  const other = visible(`${known.first}${known.last}`);
  return !(one.endsWith(other) || other.endsWith(one));
}

/** What can be read before the first hidden letter. */
const visible = (word: string): string => word.split(HIDDEN, 1)[0] ?? '';

/** Whether one may be a cut of the other. */
const mayBeCut = (one: string, other: string): boolean =>
  visible(one).startsWith(visible(other)) || visible(other).startsWith(visible(one));

const SCRIPTS: readonly RegExp[] = [/\p{Script=Latin}/u, /\p{Script=Thai}/u, /\p{Script=Lao}/u];
const LETTERS_OF_OTHERS = /(?![\p{Script=Latin}\p{Script=Thai}\p{Script=Lao}])\p{L}/u;

/** Whether both are written in one script, and the same: letters of another may only look alike. */
function isOneScript(...names: readonly HolderName[]): boolean {
  const scripts = names.map(({ first, last }) => {
    const text = first + last;
    const known = SCRIPTS.flatMap((script, index) => (script.test(text) ? [index] : []));
    return LETTERS_OF_OTHERS.test(text) || known.length !== 1 ? undefined : known[0];
  });
  return scripts.every((script) => script !== undefined && script === scripts[0]);
}
