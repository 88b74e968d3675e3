import fc from 'fast-check';

/** Odd values that people, programs and attackers send. All are fast-check arbitraries. */

/** Unicode tricks in texts, one a line. */
const UNICODE_TRICKS: readonly string[] = [
  '\ud800',
  'a\udfffb',
  '\u0000',
  'a\u0000b',
  '\u202eabc\u2066',
  '\u200b\u200d\ufeff',
  'e\u0301\u0302\u0303',
  `a${'\u0301'.repeat(500)}`,
  '👩‍👩‍👧‍👦🏳️‍🌈',
  // Digits of other scripts, and look-alike letters.
  '\uff11\uff12\uff13',
  '๑๒๓',
  '໑໒໓',
  '١٢٣',
  '𝟏𝟐𝟑',
  'ＷＡＬＬＥＴ',
  'WАLLET',
  '\u2028\u2029',
  '\r\nset-cookie: a=b',
  '\u001b[31m',
  '\ufffe\uffff',
  'ﷺ'.repeat(100),
  'İıſK',
];

const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '[object Object]',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  "' or '1'='1",
  "'; select pg_sleep(9); --",
  '${7*7}',
  '{{7*7}}',
  '%00',
  '%s%n%x',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '$(sleep 9)',
  '`id`',
  '(a+)+$',
  `${'a'.repeat(3_000)}!`,
  '1e1000',
  '0x10',
  '1_000',
  '1,000',
  '９',
  '𝟗',
];

/** Any text: plain, tricky, hostile, or very long. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...UNICODE_TRICKS) },
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(100, 2_001, 4_001, 20_000).map((length) => 'ก'.repeat(length)) },
);

/** Numbers as JSON writes them; some exceed any number type. */
export const oddNumber: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '-1',
    '0.1',
    '0.001',
    '1.005',
    '1e-7',
    '1e2',
    '1E+2',
    '1e308',
    '1e400',
    '-1e400',
    '9007199254740993',
    '99999999999999999999',
    '100000000000.01',
    '0.30000000000000004',
    '5e-324',
    '2147483648',
    '4294967296',
    '9223372036854775808',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
);

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + '1' + close.repeat(depth);

/** JSON of any kind, as text, that fits no schema of ours. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '""', '[[]]', '[{}]', '{"":{}}', '{"$gt":""}'),
  oddNumber,
  oddText.map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 3, stringUnit: 'binary' }),
  fc.constantFrom(10, 500, 5_000).map((depth) => nested(depth, '[', ']')),
  fc.constantFrom(10, 500, 5_000).map((depth) => nested(depth, '{"a":', '}')),
  fc.constantFrom(1_000, 9_000).map((length) => `[${'0,'.repeat(length)}0]`),
  fc.constantFrom('{"length":9,"toString":"x"}', '{"toJSON":1,"valueOf":2}', '{"then":{"then":1}}'),
);
