import fc from 'fast-check';
import { z } from 'zod';
import { oddText } from './odd-values.ts';

/** The part of JSON Schema used by the contract's schemas. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: (string | number)[];
  const?: string | number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Meaningful texts for certain fields; `{{name}}` is filled in on sending. */
const MEANINGFUL: Readonly<Record<string, readonly string[]>> = {
  amount: [],
  from: ['WALLET', 'PG', 'WALLET', 'NOSUCH'],
  to: ['PG', 'WALLET', 'PG', 'IMI'],
  slotCode: ['PG', 'PG', 'IMI', 'UFABET', 'NOSUCH'],
  username: ['{{phone}}', '{{victimPhone}}', '{{gameUsername}}', '{{victimGameUsername}}', '0000000000'],
  password: ['{{secret}}', '{{gamePassword}}'],
  oldPassword: ['{{secret}}'],
  newPassword: ['{{secret}}'],
  phoneNumber: ['{{phone}}', '{{victimPhone}}', '0912345678'],
  qrcodeId: ['{{qrcodeId}}', '{{victimQrcodeId}}'],
  transferId: ['{{transferId}}', '{{victimTransferId}}'],
  drawId: ['{{transferId}}'],
  sessionId: ['{{victimSessionId}}', '1', '999999999999999999'],
  reference: ['{{victimReference}}', 'none'],
  userId: ['', '{{victimId}}', '{{memberId}}'],
  guestId: ['', '{{guestId}}'],
  bankCode: ['SCB', 'KBANK', 'BBL', 'NONE', ''],
  inviteCode: ['', 'PR{{victimId}}'],
  coupon: ['NOSUCH'],
  code: ['NOSUCH', 'NO-SUCH-CODE'],
};

/** Returns values of a schema: valid ones, and sometimes limits. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, '');
}

function fromJsonSchema(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fromJsonSchema(choice, name)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(fromJsonSchema(schema.items ?? {}, name), { maxLength: 3 });
    case 'integer':
      return wholeNumber(schema);
    case 'number':
      return amountOf();
    case 'boolean':
      return fc.boolean();
    default:
      return textOf(schema, name);
  }
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, fromJsonSchema(schema, name)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
  });
}

function wholeNumber({ minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<number> {
  const least = Math.max(minimum, -1_000_000);
  const most = Math.min(maximum, 2_147_483_647);
  return fc.oneof(fc.integer({ min: least, max: Math.min(most, least + 20) }), fc.constantFrom(least, most));
}

/** Returns small amounts, so that a run of many thousand requests does not run out of money. */
const amountOf = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: 1, max: 300 }).map((satang) => satang / 100),
    fc.integer({ min: 1, max: 20 }),
    fc.constantFrom(0, -1, 0.01, 100, 100.25, 100_000_000_000),
  );

function textOf(
  { pattern, format, minLength = 0, maxLength = 100 }: Schema,
  name: string,
): fc.Arbitrary<string> {
  const free = fc
    .oneof(oddText, fc.string({ minLength, maxLength: Math.min(maxLength, 40) }))
    // Cut at the schema's maximum, so that more than the length check is tested.
    .map((text) => Array.from(text).slice(0, Math.min(maxLength, 400)).join(''));
  const known = MEANINGFUL[name] ?? [];
  const right = format === 'uuid' ? fc.uuid() : fitting(pattern);
  return fc.oneof(
    ...(known.length > 0 ? [{ weight: 12, arbitrary: fc.constantFrom(...known) }] : []),
    ...(right ? [{ weight: 3, arbitrary: right }] : []),
    { weight: 3, arbitrary: free },
  );
}

/** Returns texts of a pattern; undefined for patterns that only exclude characters. */
const fitting = (pattern: string | undefined): fc.Arbitrary<string> | undefined =>
  pattern === undefined || pattern.includes('[^') ? undefined : fc.stringMatching(new RegExp(pattern, 'u'));
