import fc from 'fast-check';
import { oddJson, oddNumber, oddText } from './odd-values.ts';
import type { Framing, FuzzRequest } from './request.ts';

/** A random change of a request. */
export type Mutation = fc.Arbitrary<(request: FuzzRequest) => FuzzRequest>;

const changed =
  (what: string, change: (request: FuzzRequest) => Partial<FuzzRequest>) =>
  (request: FuzzRequest): FuzzRequest => ({
    ...request,
    ...change(request),
    what: `${request.what}, ${what}`,
  });

const withHeader = (request: FuzzRequest, name: string, value: string): Pick<FuzzRequest, 'headers'> => ({
  headers: [...request.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase()), [name, value]],
});

/** Returns the fields of a JSON object body, each as text. */
function fieldsOf(body: string | undefined): [string, string][] | undefined {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    return Object.entries(parsed).map(([name, value]) => [name, JSON.stringify(value)]);
  } catch {
    return undefined;
  }
}

const objectText = (fields: readonly (readonly [string, string])[]): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

/** Replaces one field; a body that is not an object is replaced as a whole. */
const withField = (what: string, value: fc.Arbitrary<string>): Mutation =>
  fc.tuple(value, fc.nat(20)).map(([text, at]) =>
    changed(what, ({ body }) => {
      const fields = fieldsOf(body);
      if (!fields || fields.length === 0) return body === undefined ? {} : { body: text };
      const chosen = at % fields.length;
      return { body: objectText(fields.map(([name, old], no) => [name, no === chosen ? text : old])) };
    }),
  );

const more = (what: string, fields: fc.Arbitrary<readonly (readonly [string, string])[]>): Mutation =>
  fields.map((added) =>
    changed(what, ({ body }) => {
      const own = fieldsOf(body);
      return own ? { body: objectText([...own, ...added]) } : {};
    }),
  );

const BODY: readonly Mutation[] = [
  withField('another kind of value', oddJson),
  withField('an odd number', oddNumber),
  withField(
    'an odd text',
    oddText.map((text) => JSON.stringify(text)),
  ),
  fc.nat(20).map((at) =>
    changed('a field less', ({ body }) => {
      const fields = fieldsOf(body);
      return fields && fields.length > 0 ? { body: objectText(fields.toSpliced(at % fields.length, 1)) } : {};
    }),
  ),
  more(
    'prototype keys',
    fc.constantFrom<readonly (readonly [string, string])[]>(
      [['__proto__', '{"isAdmin":true,"amount":1}']],
      [['constructor', '{"prototype":{"isAdmin":true}}']],
      [['__proto__', 'null']],
      [['toString', '1']],
      [['hasOwnProperty', '1']],
    ),
  ),
  fc.tuple(oddJson, fc.nat(20)).map(([value, at]) =>
    changed('the same key twice', ({ body }) => {
      const fields = fieldsOf(body);
      const one = fields?.[at % Math.max(1, fields.length)];
      return fields && one ? { body: objectText([...fields, [one[0], value]]) } : {};
    }),
  ),
  more('hundreds of keys', fc.constant(Array.from({ length: 900 }, (_, no) => [`k${no}`, '0'] as const))),
  oddJson.map((body) => changed('another body', () => ({ body }))),
  fc
    .nat(30)
    .map((length) => changed('half a body', ({ body }) => (body ? { body: body.slice(0, length) } : {}))),
  fc
    .constantFrom('\ufeff', ' \n\t', '//comment\n', ")]}',\n")
    .map((start) => changed('something before the body', ({ body = '' }) => ({ body: start + body }))),
  fc
    .constantFrom('{}', ',', '\u0000', 'x', ' null')
    .map((end) => changed('something behind the body', ({ body = '' }) => ({ body: body + end }))),
  fc
    .constantFrom(65_000, 70_000, 300_000)
    .map((length) =>
      changed('a huge body', ({ body = '{}' }) => ({ body: `${body.slice(0, -1)}${' '.repeat(length)}}` })),
    ),
  fc
    .constantFrom<FuzzRequest['encoding']>('latin1', 'utf16le')
    .map((encoding) => changed(`written as ${encoding}`, () => ({ encoding }))),
];

const CONTENT_TYPES: readonly string[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json, text/html',
  'application/json\tx',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'json',
  '/',
  ';;;',
  '',
];

const HEADERS: readonly (readonly [string, string])[] = [
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer  '],
  ['authorization', `Bearer ${'x'.repeat(43)}`],
  ['authorization', `Bearer ${'x'.repeat(5_000)}`],
  ['authorization', 'Basic dXNlcjpwYXNz'],
  ['authorization', 'bearer null'],
  ['authorization', 'Bearer a, Bearer b'],
  ['idempotency-key', ''],
  ['idempotency-key', 'x'.repeat(101)],
  ['idempotency-key', "k' or 1=1"],
  ['idempotency-key', 'k\u00e9y'],
  ['idempotency-key', '__proto__'],
  ['idempotency-key', 'the same for everybody'],
  ['x-requested-with', 'XMLHttpRequest'],
  ['x-forwarded-for', '::1, 999.1.1.1, ; drop'],
  ['x-forwarded-for', 'x'.repeat(3_000)],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['host', 'evil.example'],
  ['host', ''],
  ['host', 'a b'],
  ['host', '[::1'],
  ['accept-language', 'x'.repeat(4_000)],
  ['accept-language', 'th;q=NaN,la;q=1e999,*;q=-1'],
  ['accept-encoding', 'br;q=9, gzip;q=x'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'deflate, br'],
  ['cookie', `locale=${'%'.repeat(2_000)}`],
  ['cookie', 'locale=__proto__; locale=th'],
  ['expect', '100-continue'],
  ['expect', 'the-moon'],
  ['range', 'bytes=0-,5-2,-9999999999'],
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['upgrade', 'websocket'],
  ['x-http-method-override', 'DELETE'],
  ['transfer-encoding', 'gzip, chunked'],
  ['transfer-encoding', 'identity'],
  ['te', 'trailers'],
  ['trailer', 'content-length'],
  ['origin', 'null'],
  ['x-request-id', '\u0001'],
  ['x'.repeat(300), 'a'],
  ['bad name', 'a'],
  ['', 'a'],
  ['a', 'x'.repeat(20_000)],
];

const HEAD: readonly Mutation[] = [
  fc
    .constantFrom(...CONTENT_TYPES)
    .map((type) =>
      changed(`content-type ${type || '(none)'}`, (request) => withHeader(request, 'content-type', type)),
    ),
  fc
    .constantFrom(...HEADERS)
    .map(([name, value]) =>
      changed(`${name.slice(0, 20)}: ${value.slice(0, 20)}`, (request) => withHeader(request, name, value)),
    ),
  fc.constantFrom(100, 1_500, 3_000).map((count) =>
    changed(`${count} headers`, ({ headers }) => ({
      headers: [...headers, ...Array.from({ length: count }, (_, no) => [`x${no}`, 'y'] as const)],
    })),
  ),
  fc
    .constantFrom('authorization', 'content-type', 'idempotency-key', 'host', 'x-requested-with')
    .map((name) =>
      changed(`${name} twice`, ({ headers }) => ({ headers: [...headers, [name, 'one'], [name, 'two']] })),
    ),
  fc
    .constantFrom('1.0', '0.9', '2.0', '1.1 ', 'x')
    .map((version) => changed(`HTTP/${version}`, () => ({ version }))),
  fc
    .constantFrom(
      'HEAD',
      'OPTIONS',
      'PATCH',
      'TRACE',
      'PROPFIND',
      'SEARCH',
      'CONNECT',
      'get',
      'FOO',
      'PRI',
      'DELETE',
      'PUT',
    )
    .map((method) => changed(`by ${method}`, () => ({ method, isTruePath: false }))),
];

const elsewhere = (path: string): Partial<FuzzRequest> => ({ path, isTruePath: false });

const PATH: readonly Mutation[] = [
  ...[
    (path: string) => `/${path}`,
    (path: string) => path.replaceAll('/', '//'),
    (path: string) => `${path}/`,
    (path: string) => `${path};a=b`,
    (path: string) => path.replace('/api', '/api/.'),
    (path: string) => path.replace('/api', '/api/x/..'),
    (path: string) => path.replace('/api', '/api/x/%2e%2e'),
    (path: string) => path.replace('/api', '/%61pi'),
    (path: string) => path.replace('/api', '/API'),
    (path: string) => `${path}%00`,
    (path: string) => `${path}%2500`,
    (path: string) => `${path}%`,
    (path: string) => `${path}%ed%a0%80`,
    (path: string) => `${path}/%2e%2e%2f%2e%2e%2fetc%2fpasswd`,
    (path: string) => `${path}?${'a=1&'.repeat(1_500)}`,
    (path: string) => `${path}?a[]=1&a[b]=2&a=3&__proto__[x]=1`,
    (path: string) => `${path}?guestId=1&guestId=2`,
    (path: string) => `${path}?%ff=%zz&=&&&`,
    (path: string) => `${path}#part`,
    (path: string) => `http://evil.example${path}`,
    (path: string) => `${path}${'a'.repeat(9_000)}`,
    (path: string) => `${path}\u00ff\u00fe`,
    (path: string) => path.replaceAll('/', '\\'),
    () => '*',
    () => 'x',
  ].map((turn): Mutation => fc.constant(changed('another path', ({ path }) => elsewhere(turn(path))))),
  oddText.map((text) =>
    changed('an odd last part', ({ path }) =>
      elsewhere(`${path.slice(0, path.lastIndexOf('/') + 1)}${percentEncoded(text)}`),
    ),
  ),
  oddText.map((text) =>
    changed('an odd query', ({ path }) => ({ path: `${path}?guestId=${percentEncoded(text)}` })),
  ),
];

/** Percent-encodes any text for an address: lone surrogates too, which `encodeURIComponent` refuses. */
export const percentEncoded = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

const FRAMINGS: readonly Framing[] = [
  'chunked',
  'chunked',
  'short-length',
  'long-length',
  'cut',
  'both',
  'broken-chunks',
  'endless-chunk',
  'two-lengths',
];

/** Rare: such a request takes as long as a hundred others. */
const SLOWLY: Mutation = fc.constant(
  changed('trickled', ({ body }) => (body ? { framing: 'trickled' } : {})),
);

const FRAMING: Mutation = fc
  .constantFrom(...FRAMINGS)
  .map((framing) => changed(framing, ({ body }) => (body === undefined ? {} : { framing })));

/** One change of a request. */
export const mutation: Mutation = fc.oneof(
  { weight: 50, arbitrary: fc.oneof(...BODY) },
  { weight: 18, arbitrary: fc.oneof(...HEAD) },
  { weight: 18, arbitrary: fc.oneof(...PATH) },
  { weight: 12, arbitrary: FRAMING },
  { weight: 1, arbitrary: SLOWLY },
);
