import { withPlainDigits } from '@krapao/contract/typed-digits';

interface Named {
  code: string;
  name: string;
}

/** What is compared: small letters without spaces and signs, so that `pg soft` finds `PG-Soft`. Marks stay: Thai and Lao vowels are such. */
function bare(text: string): string {
  return withPlainDigits(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** The accounts whose name or code has the text in it; all of them for a text with nothing to look for. */
export function searchAccounts<Account extends Named>(
  accounts: readonly Account[],
  text: string,
): readonly Account[] {
  const wanted = bare(text);
  return accounts.filter(({ name, code }) => bare(name).includes(wanted) || bare(code).includes(wanted));
}
