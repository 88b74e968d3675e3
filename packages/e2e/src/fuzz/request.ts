import type { RouteKey } from '@krapao/contract/routes';

/** Framing of the body on the wire. */
export type Framing =
  /** Correct Content-Length. */
  | 'length'
  | 'chunked'
  /** In small pieces with pauses between. */
  | 'trickled'
  /** Content-Length is smaller than the body. */
  | 'short-length'
  /** Content-Length is larger than the body, and the sender stops. */
  | 'long-length'
  /** The sender closes the connection in the middle. */
  | 'cut'
  /** Both ways of marking the body's end; the server must not choose between them. */
  | 'both'
  | 'broken-chunks'
  /** A chunk with an announced size larger than any memory; only its beginning is sent. */
  | 'endless-chunk'
  | 'two-lengths';

/** Framings after which the server may close a connection without an answer. */
export const UNSOUND: readonly Framing[] = [
  'short-length',
  'long-length',
  'cut',
  'both',
  'broken-chunks',
  'endless-chunk',
  'two-lengths',
];

export type Sender = 'member' | 'leaver' | 'stranger';

/** One request of the fuzzer, before the names in `{{}}` are filled in. */
export interface FuzzRequest {
  /** Changes made to it, for the report. */
  what: string;
  /** Original call; undefined for addresses outside of the API. */
  key: RouteKey | undefined;
  as: Sender;
  method: string;
  /** Path on the wire; non-ASCII characters stand for one byte each. */
  path: string;
  /** The path is still the call's own. */
  isTruePath: boolean;
  headers: readonly (readonly [name: string, value: string])[];
  body: string | undefined;
  encoding: 'utf8' | 'latin1' | 'utf16le';
  framing: Framing;
  version: string;
}

/** Values of the names in `{{}}`. */
export type Names = Readonly<Record<string, string>>;

const fill = (text: string, names: Names): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => names[name] ?? whole);

/** A request as bytes: the first part, and the pieces that follow after pauses. */
export interface Rendered {
  first: Buffer;
  later: readonly Buffer[];
  pauseMs: number;
  /** The sender closes its side after sending everything. */
  ends: boolean;
}

const CRLF = '\r\n';
const PIECES = 8;

/** @param token of the sender, if any */
export function render(request: FuzzRequest, names: Names, token: string | undefined): Rendered {
  const body =
    request.body === undefined ? undefined : Buffer.from(fill(request.body, names), request.encoding);
  const lines = [
    `${request.method} ${fill(request.path, names)} HTTP/${request.version}`,
    ...headersOf(request, names, token),
    ...(body ? lengthLines(request.framing, body.length) : []),
  ];
  const head = Buffer.from(`${lines.join(CRLF)}${CRLF}${CRLF}`, 'latin1');
  const ends = ['cut', 'long-length', 'endless-chunk'].includes(request.framing);
  if (!body) return { first: head, later: [], pauseMs: 0, ends: false };
  if (request.framing === 'trickled') {
    const size = Math.max(1, Math.ceil(body.length / PIECES));
    const later = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
      body.subarray(at * size, (at + 1) * size),
    );
    return { first: head, later, pauseMs: 30, ends: false };
  }
  return { first: Buffer.concat([head, onWire(request.framing, body)]), later: [], pauseMs: 0, ends };
}

function headersOf(request: FuzzRequest, names: Names, token: string | undefined): string[] {
  const given = request.headers.map(([name, value]) => `${name}: ${fill(value, names)}`);
  const has = (name: string): boolean => request.headers.some(([one]) => one.toLowerCase() === name);
  return [
    ...(has('host') ? [] : ['host: 127.0.0.1']),
    ...(has('connection') ? [] : ['connection: close']),
    ...(token === undefined || has('authorization') ? [] : [`authorization: Bearer ${token}`]),
    ...given,
  ];
}

function lengthLines(framing: Framing, length: number): string[] {
  switch (framing) {
    case 'chunked':
    case 'broken-chunks':
    case 'endless-chunk':
      return ['transfer-encoding: chunked'];
    case 'both':
      return [`content-length: ${length}`, 'transfer-encoding: chunked'];
    case 'two-lengths':
      return [`content-length: ${length}`, `content-length: ${length + 1}`];
    case 'short-length':
      return [`content-length: ${Math.floor(length / 2)}`];
    case 'long-length':
    case 'cut':
      return [`content-length: ${length + 100}`];
    default:
      return [`content-length: ${length}`];
  }
}

function onWire(framing: Framing, body: Buffer): Buffer {
  const chunk = (part: Buffer): Buffer =>
    Buffer.concat([Buffer.from(part.length.toString(16) + CRLF), part, Buffer.from(CRLF)]);
  const last = Buffer.from(`0${CRLF}${CRLF}`);
  const half = Math.ceil(body.length / 2);
  switch (framing) {
    case 'chunked':
      return Buffer.concat([
        ...[body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0).map(chunk),
        last,
      ]);
    case 'both':
      return Buffer.concat([chunk(body), last]);
    case 'broken-chunks':
      return Buffer.concat([Buffer.from(`zz${CRLF}`), body, Buffer.from(CRLF), last]);
    case 'endless-chunk':
      return Buffer.concat([Buffer.from(`fffffffffff${CRLF}`), body]);
    case 'cut':
      return body.subarray(0, half);
    default:
      return body;
  }
}

const quoted = (text: string): string =>
  `$'${text.replace(/[\\']/g, '\\$&').replace(/[^\x20-\x7e]/g, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;

/** Returns the request as a pasteable command; a request no HTTP client would send becomes raw bytes. */
export function toCommand(request: FuzzRequest, names: Names, url: string): string {
  const hasToken = request.as !== 'stranger';
  const { first, later } = render(request, names, hasToken ? '$TOKEN' : undefined);
  const isPlain =
    request.framing === 'length' &&
    request.version === '1.1' &&
    /^[\x21-\x7e]+$/.test(request.path) &&
    request.path.startsWith('/');
  if (!isPlain) {
    const bytes = Buffer.concat([first, ...later]).toString('latin1');
    return `printf '%b' ${quoted(bytes)} | nc ${new URL(url).host.replace(':', ' ')}`;
  }
  const headers = headersOf(request, names, hasToken ? '$TOKEN' : undefined)
    .filter((line) => !/^(host|connection):/.test(line))
    .map((line) => `-H "${line.replace(/["\\`]/g, '\\$&')}"`);
  const data =
    request.body === undefined
      ? []
      : [
          '--data-binary',
          quoted(Buffer.from(fill(request.body, names), request.encoding).toString('latin1')),
        ];
  return [
    'curl',
    '-i',
    '--path-as-is',
    '-X',
    request.method,
    ...headers,
    ...data,
    quoted(url + fill(request.path, names)),
  ].join(' ');
}
