import { PASSWORD_MIN, passwordLength } from '@krapao/contract/limits';
import { withPlainDigits } from '@krapao/contract/typed-digits';
import type { ContentStore } from '../../content/store.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isCommonPassword } from '../../kernel/common-passwords.ts';

/** Whose password it is, as far as that is known. */
export interface PasswordOwner {
  phone?: string | undefined;
  names?: readonly (string | undefined)[];
}

/** A password is made of phone and names if no more than so many other letters and digits, and kinds of signs, are left. */
const MOST_OTHERS = 4;
const MOST_SIGNS = 2;
/** Shorter names are in too many words. */
const SHORTEST_NAME = 4;
/** Fewer digits of a phone are in too many numbers. */
const SHORTEST_PHONE_PART = 6;

/** What a new password must be. The operator's content may lower the rules to those of the specification. */
export class PasswordRules {
  readonly #content: ContentStore;

  constructor(content: ContentStore) {
    this.#content = content;
  }

  /**
   * Refuses a password that is too short or easy to guess.
   * @throws AppError INVALID_USER_INFO below the lowest minimum; PASSWORD_SHORT, PASSWORD_EASY
   */
  async assertGood(password: string, { phone, names = [] }: PasswordOwner): Promise<void> {
    const length = passwordLength(password);
    if (length < PASSWORD_MIN) throw new AppError('INVALID_USER_INFO');
    const { protection, operator } = await this.#content.get();
    if (length < protection.passwordMinimum) throw new AppError('PASSWORD_SHORT');
    if (protection.easyPasswords === 'allow') return;
    // The name of the service is among the first guesses.
    const owner = { phone, names: [...names, ...Object.values(operator.name)] };
    if (isMadeOf(password, owner) || (await isCommonPassword(password))) throw new AppError('PASSWORD_EASY');
  }
}

/** Returns whether a password is made of a phone, or a part of it, and of names. */
export function isMadeOf(password: string, { phone = '', names = [] }: PasswordOwner): boolean {
  const whole = plain(password);
  const words = names.flatMap((name = '') => [plain(name), ...name.split(/\s+/u).map(plain)]);
  const known = [...words.filter(({ length }) => length >= SHORTEST_NAME), ...partsOfPhone(phone)];
  const rest = known
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), whole);
  // A sign that is repeated makes a password no harder to guess.
  const signs = new Set(password.replace(/[\p{L}\p{M}\p{N}\s]/gu, ''));
  return rest !== whole && rest.length <= MOST_OTHERS && signs.size <= MOST_SIGNS;
}

/** A phone as it is dialled from abroad, without a sign. */
const ABROAD = ['0066', '00856'];

/** Returns every part of a phone that is long enough to be known by. */
function partsOfPhone(phone: string): string[] {
  const parts = phone === '' ? [] : ABROAD.map((prefix) => prefix + phone.slice(1));
  for (let from = 0; from < phone.length; from += 1)
    for (let to = from + SHORTEST_PHONE_PART; to <= phone.length; to += 1) parts.push(phone.slice(from, to));
  return parts;
}

/** Letters and digits alone, in lower case. */
const plain = (text: string): string =>
  withPlainDigits(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
