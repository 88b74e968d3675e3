import type { Dice } from '../support/dice.ts';
import type { Player } from './players.ts';

/** The longest text that a person may paste. */
const LONG = 'x'.repeat(10_000);

/** Texts that no field expects: digits of other scripts, signs, markup, empty, far too long. */
const ODD: readonly string[] = [
  '๑๒๓',
  '໑໒໓',
  '１２３',
  '๑,๐๐๐.๕๐',
  '-200',
  '1e3',
  '1.234,56',
  '0',
  '0.001',
  '99999999999999999999',
  '+66812345678',
  '   ',
  '\u200B\u200B',
  '\u202Eabc',
  '😀👨‍👩‍👧‍👦',
  'ก็็็็็็',
  '<b onmouseover="alert(1)">x</b>',
  '<img src=x onerror=alert(1)>',
  "'; drop table member; --",
  '{{x}} ${x} %s %n',
  '../../etc/passwd',
  'null',
  LONG,
];

const AMOUNTS: readonly string[] = ['50', '100', '120.50', '200', '1,000', '20', '300', '1000000'];
const SEARCHES: readonly string[] = ['pg', 'slot', 'zzz', 'บา', 'a'];
const WORDS: readonly string[] = ['menu', 'quick', 'cards', 'สวัสดี', 'one line\nanother line'];
const CODES: readonly string[] = ['KRAPAO-GIFT-50', 'NOSUCHCODE'];
const KIP_IN_A_BAHT = 1_000;

/** Number of odd texts out of ten. */
const ODD_OF_TEN = 4;

/** Returns a text for a field: a valid or an odd one. */
export async function textFor(field: string, dice: Dice, player: Player): Promise<string> {
  if (dice.between(1, 10) <= ODD_OF_TEN) return dice.pick(ODD);
  return (await expectedText(field, dice, player)) ?? dice.pick([...SEARCHES, ...CODES]);
}

async function expectedText(field: string, dice: Dice, player: Player): Promise<string | undefined> {
  if (field.includes('one-time-code')) return player.codeSent();
  if (field.includes('password')) return player.password;
  if (/\btel\b/.test(field)) return player.phone(dice);
  if (field.includes('url')) return player.giftLink();
  if (field.includes('decimal')) {
    const amount = dice.pick(AMOUNTS);
    return player.isInLaos ? String(Number(amount.replace(',', '')) * KIP_IN_A_BAHT) : amount;
  }
  if (field.includes('search')) return dice.pick(SEARCHES);
  if (field.includes('numeric')) return String(dice.between(1_000_000_000, 2_000_000_000));
  if (field.includes('name')) return 'Somying Rakgame';
  if (field.trim() === '') return dice.pick([...WORDS, ...CODES]);
  return undefined;
}
