/**
 * A table of files for testing a slip reader: slips as people upload them, pictures that are not slips, and
 * files that are not pictures. The same seed gives the same files.
 */
import { minor, toWire } from '@krapao/contract/money';
import { BANKS } from '../bank/banks.ts';
import { OPERATOR_ACCOUNTS } from '../bank/operator.ts';
import { bangkokDate } from '../http/bangkok-time.ts';
import type { SlipFacts } from './drawing.ts';
import { READABLE } from './readable-variants.ts';
import { REFUSED } from './refused-variants.ts';
import { SeededDice } from './seeded-dice.ts';
import { makingOf, type SlipOutcome, type VariantKind } from './variant-kinds.ts';

export type { SlipOutcome } from './variant-kinds.ts';

/** The body of `POST /control/bank/transfer` that registers a slip's transfer at the sandbox's bank. */
export interface SlipTransfer extends Omit<SlipFacts, 'amountMinor' | 'at'> {
  /** Baht. */
  readonly amount: number;
}

export interface SlipVariant {
  /** Unique in the table. */
  readonly name: string;
  readonly fileName: string;
  /** Content type that an upload of that name would claim. */
  readonly mimeType: string;
  /** The first is the expected outcome; the others are acceptable too. */
  readonly expected: readonly [SlipOutcome, ...SlipOutcome[]];
  /** Whether a good reader reads it: only these files count towards the reading rate. */
  readonly readable: boolean;
  /** Transfer to make before the upload; null where there was none. */
  readonly transfer: SlipTransfer | null;
  /** Makes the file again on each call: the files are too large to hold all at once. */
  readonly bytes: () => Promise<Buffer>;
}

/** Values shared by all slips of a table, such as the sender and the receiver. */
export type SlipBase = Partial<Omit<SlipFacts, 'reference'>>;

const THAI_BANKS = BANKS.filter(({ number }) => number !== null).map(({ code }) => code);
const NAMES = ['สมชาย ใจดี', 'SOMCHAI JAIDEE', 'นาง มาลี ศรีสุข', 'ANAN W', 'ประเสริฐ ณ อยุธยา'] as const;
const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const DEFAULT_AT = Date.UTC(2026, 0, 2, 3, 4);
const [OPERATOR] = OPERATOR_ACCOUNTS;
const MIME_TYPES = { jpg: 'image/jpeg', png: 'image/png' };

function digits(dice: SeededDice, count: number): string {
  return Array.from({ length: count }, () => dice.letter('0123456789')).join('');
}

function factsFrom(dice: SeededDice, base: SlipBase): SlipFacts {
  const { year, month, day } = bangkokDate(base.at ?? DEFAULT_AT);
  const tail = Array.from({ length: 12 }, () => dice.letter(LETTERS)).join('');
  return {
    fromBankCode: THAI_BANKS[dice.whole(0, THAI_BANKS.length - 1)] ?? '',
    fromAccountNo: digits(dice, 10),
    fromName: dice.pick(NAMES),
    toBankCode: OPERATOR?.bankCode ?? '',
    toAccountNo: OPERATOR?.accountNo ?? '',
    toName: OPERATOR?.name ?? '',
    amountMinor: minor(BigInt(dice.whole(100, 5_000_000))),
    at: DEFAULT_AT,
    ...base,
    reference: `${year}${month}${day}${tail}`,
  };
}

function variantOf(kind: VariantKind, seed: number, base: SlipBase): SlipVariant {
  const { name, ending, expected, hasTransfer, suits = () => true } = kind;
  const dice = new SeededDice(`${seed}/facts/${name}`);
  let facts = factsFrom(dice, base);
  while (!suits(facts)) facts = factsFrom(dice, base);
  const { amountMinor, at: _at, ...rest } = facts;
  return {
    name,
    fileName: `${name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}.${ending}`,
    mimeType: MIME_TYPES[ending],
    expected,
    readable: expected.length === 1 && expected[0] === 'READ',
    transfer: hasTransfer ? { ...rest, amount: toWire(amountMinor) } : null,
    bytes: () => kind.make(makingOf(facts, new SeededDice(`${seed}/picture/${name}`))),
  };
}

/**
 * Returns the table: more than sixty files.
 * @param base values shared by all slips; left out, random by the seed, with the demo operator as receiver.
 */
export const slipVariants = (seed: number, base: SlipBase = {}): SlipVariant[] =>
  [...READABLE, ...REFUSED].map((kind) => variantOf(kind, seed, base));
