import { StatementError, type OpenedStatement } from '../../ports/statement-file.ts';
import { readMt940 } from './mt940.ts';
import type { BankFacts } from './mt940-sender.ts';
import { decode, decodeUnnamed, headOf, xmlEncoding } from './text.ts';

/** Largest MT940 file. CAMT.053 is read as it streams, and has no limit here. */
const MT940_MAX_BYTES = 32 * 1_024 * 1_024;

/**
 * Opens a statement file: CAMT.053, known by its first characters, or MT940.
 * @throws StatementError
 */
export async function openStatement(
  bytes: AsyncIterable<Uint8Array>,
  facts: BankFacts,
): Promise<OpenedStatement> {
  const rest = bytes[Symbol.asyncIterator]();
  const head = await headOf(rest);
  const beginning = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(ï»¿|ÿþ|þÿ)?\s*/, '');
  if (beginning.startsWith('<')) {
    // Loaded with its XML parser at first use.
    const { readCamt053 } = await import('./camt053.ts');
    const texts = decode(head, rest, xmlEncoding(head));
    return { format: 'CAMT.053', entries: readCamt053(texts, facts.bankCodeOf) };
  }
  const text = decodeUnnamed(await collect(head, rest));
  return { format: 'MT940', entries: inTurn(readMt940(text, facts)) };
}

async function collect(head: Buffer, rest: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [head];
  let size = head.length;
  for (let part = await rest.next(); !part.done; part = await rest.next()) {
    size += part.value.length;
    if (size > MT940_MAX_BYTES) throw new StatementError('it is too large for MT940');
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}

/** Turns a generator into one that is awaited. */
async function* inTurn<T>(entries: Iterable<T>): AsyncGenerator<T> {
  yield* entries;
}
