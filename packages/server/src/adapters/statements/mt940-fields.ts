import { StatementError } from '../../ports/statement-file.ts';

/** A field of a statement: its tag, such as `61`, and its lines. */
export interface Field {
  tag: string;
  text: string;
}

/**
 * Where a line stands: around statements, where banks write lines of their own, in the head of one, or behind its opening
 * balance.
 */
type Part = 'around' | 'head' | 'entries';

const FIELD = /^:(\d{2}[A-Z]?|NS):(.*)$/s;
/** Begins the text of a message, behind the blocks of its header. */
const TEXT_BLOCK = '{4:';
const OPENING: readonly string[] = ['60F', '60M'];
const CLOSING: readonly string[] = ['62F', '62M'];
/** Fields that stand in statements alone. */
const OF_STATEMENT: readonly string[] = ['20', '61', ...OPENING, ...CLOSING];
/** A line of a text that is the rest of a time, which a bank has broken in two: `T16` and `:20:37`. */
export const REST_OF_TIME = /^:[0-5]\d:[0-5]\d(?!\d)/;
/** A line around statements that may be one of a statement, or of a file behind this one. `16:20:37` is a time. */
const MAY_BE_OF_STATEMENT = /(?<!\d):\s*(?:20|25P?|28C?|61|6[02][FM])\s*:|<\?xml|<(?:\w+:)?Document/;
/** Control characters, which begin and end messages, and marks of encodings, which stand between joined files. */
const AT_ENDS = /^(?:[^\P{Cc}\t]|\uFEFF){1,8}|(?:[^\P{Cc}\t]|\uFEFF){1,8}$/gu;

/**
 * Splits a file into the fields of its statements.
 * @throws StatementError when it has none, or lines around them that may be entries
 */
export function fieldsOf(file: string): Field[] {
  const lines = file.replace(/\r\n?/g, '\n').split('\n');
  const fields: Field[] = [];
  let part: Part = 'around';
  for (const whole of lines) {
    const line = whole.replace(AT_ENDS, '');
    const last = fields.at(-1);
    const [, tag, rest = ''] = FIELD.exec(part === 'around' ? withoutHeader(line) : line) ?? [];
    const isText = part === 'entries' && (tag === 'NS' || (last?.tag === '86' && REST_OF_TIME.test(line)));
    if (tag !== undefined && !isText && (part !== 'around' || OF_STATEMENT.includes(tag))) {
      fields.push({ tag, text: rest });
      part = partAfter(tag, part);
    } else if (part === 'around') {
      if (MAY_BE_OF_STATEMENT.test(line))
        throw new StatementError(`the line ${line.slice(0, 80)} is not expected here`);
    } else if (last && line.trim() !== '') {
      last.text += `\n${line}`;
    }
  }
  if (fields.length === 0) throw new StatementError('it is neither MT940 nor CAMT.053');
  return fields;
}

/** Returns a line without the blocks of a message's header, and of the end of one before it. */
function withoutHeader(line: string): string {
  const at = /^[{-]/.test(line) ? line.lastIndexOf(TEXT_BLOCK) : -1;
  return at < 0 ? line : line.slice(at + TEXT_BLOCK.length);
}

function partAfter(tag: string, part: Part): Part {
  if (tag === '20') return 'head';
  if (OPENING.includes(tag)) return 'entries';
  return CLOSING.includes(tag) ? 'around' : part;
}
