import { withPlainDigits } from '@krapao/contract/typed-digits';

interface Named {
  code: string;
  name: string;
}

/**
 * Normalizes a text for comparison: lower case without spaces and signs, so that `pg soft` finds `PG-Soft`.
 * Combining marks stay: Thai and Lao vowels are among them.
 */
function bare(text: string): string {
  return withPlainDigits(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/**
 * Returns the accounts whose name or code contains the text; all of them for a text without letters or
 * digits.
 */
export function searchAccounts<Account extends Named>(
  accounts: readonly Account[],
  text: string,
): readonly Account[] {
  const wanted = bare(text);
  return accounts.filter(({ name, code }) => bare(name).includes(wanted) || bare(code).includes(wanted));
}
