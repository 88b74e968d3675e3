import { routes, type RouteKey } from '@krapao/contract/routes';
import type { RouteSpec } from '@krapao/contract/route';
import fc from 'fast-check';
import { arbitraryOf } from './arbitrary-of.ts';
import { mutation, percentEncoded } from './mutations.ts';
import { oddText } from './odd-values.ts';
import type { Sender, FuzzRequest } from './request.ts';

/** Calls that end their own session, or most calls of their member: a member with a disposable session makes them. */
const ENDING: readonly RouteKey[] = [
  'POST /api/logout',
  'DELETE /api/account/sessions',
  'POST /api/protection/break',
  'POST /api/protection/exclusion',
];

/** Addresses of the server outside of the contract. */
const BESIDE: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/'],
  ['GET', '/user/home'],
  ['GET', '/content/none.svg'],
  ['GET', '/content/..%2foperator.yaml'],
  ['GET', '/chat-files/none.png'],
  ['GET', '/api/launch/none'],
  ['GET', '/api/slip-picture/none'],
  ['GET', '/api/slip-picture/{{victimReference}}?expires=9999999999999&signature=AAAA'],
  ['GET', '/api/openapi.json'],
  ['POST', '/api/callback/gateway/KBANK'],
  ['POST', '/api/callback/gateway/none'],
  ['POST', '/api/callback/bank'],
  ['POST', '/api/callback/ewallet'],
  ['POST', '/api/callback/desk'],
  ['GET', '/api/none'],
  ['GET', '/socket.io/?EIO=4&transport=polling'],
  ['POST', '/socket.io/?EIO=4&transport=polling&sid=none'],
];

const JSON_HEADERS = [['content-type', 'application/json']] as const;
const OUR_HEADER = ['x-requested-with', 'wallet-user'] as const;

const sender: fc.Arbitrary<Sender> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Sender>('member') },
  { weight: 1, arbitrary: fc.constant<Sender>('stranger') },
);

/** Generates the path, usually valid by the contract. */
function pathOf({ path, params, query }: RouteSpec): fc.Arbitrary<string> {
  const parts = params ? (arbitraryOf(params) as fc.Arbitrary<Record<string, unknown>>) : fc.constant({});
  const asked = query ? (arbitraryOf(query) as fc.Arbitrary<Record<string, unknown>>) : fc.constant({});
  return fc.tuple(parts, asked).map(([values, fields]) => {
    const filled = path.replace(/:(\w+)/g, (_, name: string) =>
      partOf((values as Record<string, unknown>)[name]),
    );
    const pairs = Object.entries(fields).map(([name, value]) => `${name}=${partOf(value)}`);
    return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
  });
}

/** Names that are filled in later stay unchanged. */
const partOf = (value: unknown): string => {
  const text = String(value);
  return /^\w*\{\{\w+\}\}$/.test(text) ? text : percentEncoded(text);
};

const BOUNDARY = 'between-the-parts';

const FILE_STARTS = [
  '\u00ff\u00d8\u00ff',
  '\u0089PNG\r\n\u001a\n',
  'GIF89a',
  '<svg/>',
  '%PDF-1.7',
  '',
  'PK\u0003\u0004',
];

/** A form with one or more files, written by hand so that any part of it can be wrong. */
const form: fc.Arbitrary<string> = fc
  .record({
    parts: fc.constantFrom(0, 1, 1, 1, 2, 40),
    field: fc.constantFrom('file', 'file', 'other', '', 'file"; x="'),
    fileName: fc.oneof(
      fc.constantFrom(
        'a.png',
        'a.jpg',
        '../../a.png',
        'a.png\u0000.html',
        '/etc/passwd',
        '',
        'a'.repeat(5_000),
      ),
      oddText.map((text) => text.replace(/[\r\n"]/g, '')),
    ),
    type: fc.constantFrom(
      'image/png',
      'image/jpeg',
      'text/html',
      '',
      'image/png\t;x',
      'multipart/mixed; boundary=x',
    ),
    start: fc.constantFrom(...FILE_STARTS),
    size: fc.constantFrom(0, 10, 2_000, 50_000),
    isClosed: fc.boolean(),
  })
  .map(({ parts, field, fileName, type, start, size, isClosed }) => {
    const part =
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\n` +
      `content-type: ${type}\r\n\r\n${start}${'x'.repeat(size)}\r\n`;
    return part.repeat(parts) + (isClosed ? `--${BOUNDARY}--\r\n` : '');
  });

/** Generates a request as in the contract, odd within its limits. */
function callOf(key: RouteKey): fc.Arbitrary<FuzzRequest> {
  const spec: RouteSpec = routes[key];
  const body = spec.upload
    ? form
    : spec.body
      ? arbitraryOf(spec.body).map((value) => JSON.stringify(value))
      : undefined;
  const type = spec.upload
    ? ([['content-type', `multipart/form-data; boundary=${BOUNDARY}`]] as const)
    : spec.body
      ? JSON_HEADERS
      : [];
  return fc
    .record({
      as: sender,
      path: pathOf(spec),
      body: (body ?? fc.constant(undefined)) as fc.Arbitrary<string | undefined>,
    })
    .map((drawn): FuzzRequest => ({
      what: key,
      key,
      as: drawn.as === 'member' && ENDING.includes(key) ? 'leaver' : drawn.as,
      method: spec.method,
      path: drawn.path,
      isTruePath: true,
      headers: [OUR_HEADER, ...type],
      body: drawn.body,
      encoding: spec.upload ? 'latin1' : 'utf8',
      framing: 'length',
      version: '1.1',
    }));
}

const beside: fc.Arbitrary<FuzzRequest> = fc
  .record({ where: fc.constantFrom(...BESIDE), as: sender })
  .map(({ where: [method, path], as }): FuzzRequest => ({
    what: `${method} ${path}`,
    key: undefined,
    as,
    method,
    path,
    isTruePath: false,
    headers: method === 'POST' ? [OUR_HEADER, ...JSON_HEADERS] : [OUR_HEADER],
    body: method === 'POST' ? '{}' : undefined,
    encoding: 'utf8',
    framing: 'length',
    version: '1.1',
  }));

const KEYS = Object.keys(routes) as RouteKey[];

/** Any request of the fuzzer: a valid call, or one changed in one or more places. */
export const request: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.oneof({ weight: 20, arbitrary: fc.oneof(...KEYS.map(callOf)) }, { weight: 1, arbitrary: beside }),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 5, arbitrary: fc.tuple(mutation) },
      { weight: 2, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 3 }) },
    ),
  )
  .map(([call, changes]) => changes.reduce((changed, change) => change(changed), call));
