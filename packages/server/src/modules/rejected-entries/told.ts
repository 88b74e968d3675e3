import { minor, toDecimal } from '@krapao/contract/money';
import type { KeptForm } from './service.ts';

/* What a feed said in an entry, for staff. */

/** Most fields that are shown of an entry, and most characters of one. */
const MOST_FIELDS = 30;
const LONGEST = 300;

/** Fields without data of a person: staff who see members masked see these alone. */
const IMPERSONAL = new Set([
  'amount',
  'at',
  'bookedOn',
  'currency',
  'id',
  'paymentId',
  'provider',
  'reference',
  'status',
  'transactionId',
  'valueOn',
]);

/** Returns the fields of an entry by name; those of objects within it as `outer.inner`. */
export function toldBy(
  { entry, form }: { entry: string; form: KeptForm | null },
  seesAll: boolean,
): Record<string, string> {
  const fields = fieldsOf(entry);
  if (!fields) return seesAll ? { text: cut(entry) } : {};
  const shown = fields.filter(([name]) => seesAll || IMPERSONAL.has(name)).slice(0, MOST_FIELDS);
  return Object.fromEntries(
    shown.map(([name, value]) => [name, cut(name === 'amount' && form === 'read' ? decimal(value) : value)]),
  );
}

/** @returns undefined for a text that is no object */
function fieldsOf(entry: string): [string, string][] | undefined {
  const parsed = parse(entry);
  return isObject(parsed) ? flat('', parsed) : undefined;
}

function flat(before: string, value: object): [string, string][] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]): [string, string][] => {
    if (part === null) return [];
    if (isObject(part) && before === '') return flat(`${name}.`, part);
    return [[before + name, typeof part === 'string' ? part : JSON.stringify(part)]];
  });
}

/** Entries that were parsed have their amounts in minor units. */
const decimal = (digits: string): string =>
  /^\d{1,18}$/.test(digits) ? toDecimal(minor(BigInt(digits))) : digits;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
