import { StatementError } from '../../ports/statement-file.ts';

/** Longest part of a file that is looked at to know its encoding. */
const HEAD = 200;

const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Encodings that a file may name. Thai banks use the last ones. */
const NAMED: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'tis-620': 'windows-874',
  'iso-8859-11': 'windows-874',
  'windows-874': 'windows-874',
};

/** Collects at least some bytes of a stream, or all of it. */
export async function headOf(bytes: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD) {
    const { value, done } = await bytes.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

/** Returns the encoding of an XML file by its mark or its declaration. @throws StatementError for another one */
export function xmlEncoding(head: Buffer): string {
  const mark = markOf(head);
  if (mark !== undefined) return mark;
  const [, named] = /^\s*<\?xml[^>]*\sencoding=["']([\w.-]+)["']/.exec(head.toString('latin1')) ?? [];
  const encoding = NAMED[(named ?? 'utf-8').toLowerCase()];
  if (encoding === undefined) throw new StatementError(`the encoding ${named} is not known`);
  return encoding;
}

const markOf = (head: Buffer): string | undefined =>
  MARKS.find(([bytes]) => bytes.every((byte, place) => head[place] === byte))?.[1];

/** The database takes no NUL: an entry with one could not be booked, and those before it would be. */
function withoutNul(text: string): string {
  if (text.includes('\0')) throw new StatementError('it has a NUL, which no text has');
  return text;
}

/** Decodes a stream. @throws StatementError for bytes that are no text of the encoding */
export async function* decode(
  head: Buffer,
  rest: AsyncIterator<Uint8Array>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const strict = (part?: Uint8Array): string => {
    try {
      return withoutNul(decoder.decode(part, { stream: part !== undefined }));
    } catch (cause) {
      throw cause instanceof StatementError ? cause : new StatementError(`it is not ${encoding}`);
    }
  };
  yield strict(head);
  for (let part = await rest.next(); !part.done; part = await rest.next()) yield strict(part.value);
  yield strict();
}

/** Decodes a text that names no encoding: UTF-8, or the Thai one where it is not UTF-8. */
export function decodeUnnamed(bytes: Buffer): string {
  const mark = markOf(bytes);
  for (const encoding of [mark ?? 'utf-8', 'windows-874']) {
    try {
      return withoutNul(new TextDecoder(encoding, { fatal: true }).decode(bytes));
    } catch (cause) {
      if (cause instanceof StatementError) throw cause;
      if (mark !== undefined) break;
    }
  }
  throw new StatementError('it is not UTF-8, and no Thai text');
}
