import type { RouteSpec } from '@krapao/contract/route';
import { z } from 'zod';

/** Values that no field expects, with names for a report. */
export const HOSTILE_VALUES: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['true', true],
  ['a number', 7],
  ['zero', 0],
  ['minus zero', -0],
  ['a negative number', -100],
  ['three decimals', 0.001],
  ['a tiny number', 5e-324],
  ['a huge number', 1e308],
  ['more than the maximum', 100_000_000_000.01],
  ['a fraction', 1.5],
  ['a big integer', Number.MAX_SAFE_INTEGER],
  ['NaN as text', 'NaN'],
  ['infinity as text', 'Infinity'],
  ['a number as text', '100'],
  ['an exponent as text', '1e2'],
  ['empty text', ''],
  ['blanks', '   '],
  ['long text', 'x'.repeat(5_000)],
  ['long Thai text', 'ก'.repeat(300)],
  ['NUL', '\u0000'],
  ['NUL inside', 'a\u0000b'],
  ['control characters', '\u0001\u001b[31m\r\n\u007f'],
  ['a lone surrogate', '\ud800'],
  ['a lone surrogate inside', 'a\udfffb'],
  ['text that runs the other way', '\u202eabc\u2066'],
  ['no-break spaces', '\u00a0\u200b\ufeff'],
  ['SQL', "x'; drop table member; --"],
  ['a path', '../../../../etc/passwd'],
  ['a format', '%s%n${7*7}{{7*7}}'],
  ['HTML', '<script>alert(1)</script>'],
  ['a prototype key as text', '__proto__'],
  ['another prototype key as text', 'constructor'],
  ['a list', []],
  ['a list of one', ['x']],
  ['an object', {}],
  ['an object with a query', { $gt: '' }],
  ['an object with a length', { length: 10, toString: 'x' }],
  ['a deep object', nested(60)],
  ['nothing at all', undefined],
];

function nested(depth: number): unknown {
  return depth === 0 ? 'x' : { a: nested(depth - 1) };
}

/** Bodies that are not JSON, or JSON that no call expects; each as raw text. */
export const HOSTILE_BODIES: readonly (readonly [name: string, contentType: string | null, text: string])[] =
  [
    ['nothing', 'application/json', ''],
    ['nothing, of no type', null, ''],
    ['half an object', 'application/json', '{"a":'],
    ['words', 'application/json', 'hello'],
    ['null', 'application/json', 'null'],
    ['a number', 'application/json', '1'],
    ['text', 'application/json', '"text"'],
    ['a list', 'application/json', '[]'],
    ['a list of objects', 'application/json', '[{}]'],
    ['an empty object', 'application/json', '{}'],
    ['NaN', 'application/json', '{"amount":NaN}'],
    ['a number out of range', 'application/json', '{"amount":1e999}'],
    ['a very long number', 'application/json', `{"amount":${'9'.repeat(10_000)}}`],
    ['a prototype', 'application/json', '{"__proto__":{"admin":true}}'],
    ['a constructor', 'application/json', '{"constructor":{"prototype":{"admin":true}}}'],
    ['the same key twice', 'application/json', '{"amount":1,"amount":-1}'],
    ['very deep nesting', 'application/json', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['a million bytes', 'application/json', JSON.stringify({ a: 'x'.repeat(1_000_000) })],
    ['JSON of another type', 'text/plain', '{}'],
    ['a form', 'application/x-www-form-urlencoded', 'amount=100'],
    ['XML', 'application/xml', '<amount>100</amount>'],
    ['an unknown type', 'x/y', '{}'],
    ['a type that is none', ';;;', '{}'],
    ['another character set', 'application/json; charset=utf-16', '{}'],
    ['bytes that are no UTF-8', 'application/json', '{"a":"\u00ff\u00fe"}'],
  ];

/** Path parts that no call expects, as raw text. */
export const HOSTILE_PATH_PARTS: readonly string[] = [
  '%00',
  'a%00b',
  '%0d%0aset-cookie:x=y',
  '%ed%a0%80',
  '%ff',
  '%zz',
  '%',
  '..',
  '%2e%2e%2f%2e%2e',
  '%2f',
  '%20',
  '__proto__',
  'constructor',
  'toString',
  '%27;drop%20table%20member',
  '%e0%b8%81',
  '-1',
  '1e308',
  'NaN',
  'null',
  'x'.repeat(150),
  'x'.repeat(4_000),
];

/** Returns the field names of a call's body schema. */
export function fieldsOf({ body }: RouteSpec): string[] {
  // An optional body wraps the one that has fields.
  const object = body instanceof z.ZodOptional ? body.unwrap() : body;
  return object ? Object.keys((object as z.ZodObject).shape) : [];
}
