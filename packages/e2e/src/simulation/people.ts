import type { Person } from '../support/member.ts';
import { Dice } from '../support/dice.ts';

const BANKS = ['KBANK', 'SCB', 'BBL', 'KTB', 'GSB', 'BAY'] as const;
const FIRST_NAMES = ['ARUN', 'MALEE', 'SOMCHAI', 'NOK', 'PRASERT', 'SUDA', 'WICHAI', 'DAO'] as const;
const LAST_NAMES = ['SUKJAI', 'DEEJAI', 'RAKDEE', 'MEESUK', 'THONGDEE', 'BOONMA'] as const;

/** Part of a sender's account in the bank's feed, by the sender's bank; the last four digits by default. */
const SHOWN_IN_FEED: Readonly<Record<string, (accountNo: string) => string>> = {
  GSB: (accountNo) => accountNo.slice(5, 9),
  BAY: (accountNo) => accountNo.slice(5, 9),
  KTB: (accountNo) => accountNo,
};
const lastFour = (accountNo: string): string => accountNo.slice(-4);
const shownOf = ({ bankCode, bankAccountNo }: Person): string =>
  (SHOWN_IN_FEED[bankCode] ?? lastFour)(bankAccountNo);

/** Returns whether the bank shows the person's whole account number. */
const isShownWhole = (person: Person): boolean => shownOf(person) === person.bankAccountNo;

/** Digits with which no member's account begins or ends. */
const STRANGERS_DIGITS = '98765';

/** Returns an account of a stranger that looks like the person's where the bank hides digits. */
export function lookalikeOf({ bankCode, bankAccountNo }: Person): string {
  const hidesEnd = bankCode === 'GSB' || bankCode === 'BAY';
  const last = hidesEnd ? String((Number(bankAccountNo.at(-1)) + 1) % 10) : bankAccountNo.at(-1);
  return `${STRANGERS_DIGITS}${bankAccountNo.slice(5, -1)}${last}`;
}

/**
 * Two of so many people have accounts that look alike once digits are hidden; half of the pairs share a name.
 */
const TWINS_EVERY = 8;

/**
 * Generates the members from the seed alone. Phones and accounts are all different; some look alike to a bank
 * that hides digits.
 */
export function decidePeople(seed: number, count: number): Person[] {
  const dice = new Dice(seed ^ 0x5eed);
  const people: Person[] = [];
  for (let no = 0; no < count; no += 1) {
    const before = people[no - 1];
    const isTwin = no % TWINS_EVERY === 1 && before !== undefined;
    const name = `${dice.pick(FIRST_NAMES)} ${dice.pick(LAST_NAMES)}`;
    const own = String(no).padStart(5, '0');
    const shown = String(dice.between(0, 9_999)).padStart(4, '0');
    const bankCode = no % TWINS_EVERY === 0 ? dice.pick(['GSB', 'BAY'] as const) : dice.pick(BANKS);
    people.push({
      name,
      username: `09${String(no).padStart(8, '0')}`,
      password: 'krapao-1234',
      sourceCode: '',
      inviteCode: '',
      bankCode: isTwin ? before.bankCode : bankCode,
      bankAccountName: isTwin && dice.between(0, 1) === 1 ? before.bankAccountName : name,
      bankAccountNo: `${own}${isTwin ? before.bankAccountNo.slice(5, 9) : shown}${dice.between(0, 9)}`,
      currency: 'BAHT',
    });
  }
  return people;
}

/**
 * Returns the owner of a bank transfer by the shown part of its sender; undefined when there is none or
 * several.
 */
export function ownerOf(people: readonly Person[], sender: Person): number | undefined {
  const isWhole = isShownWhole(sender);
  const [only, ...others] = people.flatMap((person, no) =>
    person.bankCode === sender.bankCode &&
    shownOf(person) === shownOf(sender) &&
    (isWhole || person.bankAccountName === sender.bankAccountName)
      ? [no]
      : [],
  );
  return others.length === 0 ? only : undefined;
}
