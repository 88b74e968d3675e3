/** The only rule that compares names of account holders; `docs/names.md` gives its reasons. */
import { readHolderName, type HolderName } from './holder-name-text.ts';

/**
 * `same`: certain enough to move money automatically. `different`: not the same person. `unsure`: too little
 * is visible, or the scripts differ, so staff must decide.
 */
export type NameMatch = 'same' | 'different' | 'unsure';

/**
 * Compares a name shown by a bank with a holder's known name.
 * @param shown as the bank writes it: possibly with a title, cut off, or with letters hidden behind `*`
 * @param known the whole name
 */
export function compareHolderNames(shown: string, known: string): NameMatch {
  const matches = new Set(
    readHolderName(shown).flatMap((one) => readHolderName(known).map((other) => compare(one, other))),
  );
  // One matching reading decides. `different` needs every reading to differ.
  if (matches.has('same')) return 'same';
  return matches.has('unsure') ? 'unsure' : 'different';
}

/** Returns whether two texts write the same name, both whole and of any number of words. */
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
/** More hidden places than any bank leaves. */
const MOST_HIDDEN = 4;

function compare(shown: HolderName, known: HolderName): NameMatch {
  if (shown.first === '' || known.first === '') return 'unsure';
  if (!isOneScript(shown, known)) return 'unsure';
  if (isSame(shown, known)) return 'same';
  return isRuledOut(shown, known) ? 'different' : 'unsure';
}

/**
 * Requires the whole first name and at least the first letter of the last name. The known name must be whole
 * and have a last name: a name cut after the first name would match every holder with that first name only.
 */
function isSame(shown: HolderName, known: HolderName): boolean {
  if (`${known.first}${known.last}${shown.first}`.includes(HIDDEN)) return false;
  if (shown.first !== known.first || shown.last === '' || known.last === '') return false;
  if (shown.last.split(HIDDEN).length > MOST_HIDDEN || shown.last.startsWith(HIDDEN)) return false;
  // A name contains only letters, marks and digits, none of them special in a pattern.
  const pattern = shown.last.replaceAll(HIDDEN, '.*');
  // A name with hidden letters (`J***E`) must match to its end; any other may be cut.
  return new RegExp(`^${pattern}${shown.last.includes(HIDDEN) ? '$' : ''}`, 'u').test(known.last);
}

/** Returns whether cutting, hiding, swapping or omitting a title cannot turn one name into the other. */
function isRuledOut(shown: HolderName, known: HolderName): boolean {
  if (mayBeCut(`${shown.first}${shown.last}`, `${known.first}${known.last}`)) return false;
  const isFirstOpen = mayBeCut(shown.first, known.first);
  const isLastOpen = shown.last === '' || known.last === '' || mayBeCut(shown.last, known.last);
  if (isFirstOpen && isLastOpen) return false;
  // The last name may come first.
  if (mayBeCut(shown.first, known.last) && mayBeCut(shown.last, known.first)) return false;
  // An unknown rank or title may stand before the name.
  const one = visible(`${shown.first}${shown.last}`);
  const other = visible(`${known.first}${known.last}`);
  return !(one.endsWith(other) || other.endsWith(one));
}

/** Returns the letters before the first hidden one. */
const visible = (word: string): string => word.split(HIDDEN, 1)[0] ?? '';

/** Returns whether one word may be a cut form of the other. */
const mayBeCut = (one: string, other: string): boolean =>
  visible(one).startsWith(visible(other)) || visible(other).startsWith(visible(one));

const SCRIPTS: readonly RegExp[] = [/\p{Script=Latin}/u, /\p{Script=Thai}/u, /\p{Script=Lao}/u];
const LETTERS_OF_OTHERS = /(?![\p{Script=Latin}\p{Script=Thai}\p{Script=Lao}])\p{L}/u;

/**
 * Returns whether all names are in one and the same script: letters of another script may only look alike.
 */
function isOneScript(...names: readonly HolderName[]): boolean {
  const scripts = names.map(({ first, last }) => {
    const text = first + last;
    const known = SCRIPTS.flatMap((script, index) => (script.test(text) ? [index] : []));
    return LETTERS_OF_OTHERS.test(text) || known.length !== 1 ? undefined : known[0];
  });
  return scripts.every((script) => script !== undefined && script === scripts[0]);
}
