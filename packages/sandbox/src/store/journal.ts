/**
 * An append-only file of lines, written before the caller continues.
 *
 * The operating system has the line when `append` returns, so a killed process loses nothing. A power cut may
 * lose the last moments, which is acceptable for a sandbox. A process killed in the middle of a write leaves
 * a torn last line. Its caller never got an answer, so the next start drops it.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const FILE = 'journal.jsonl';
const HEADER = '{"format":"krapao-sandbox","version":1}';
const COMPACT_CHUNK_BYTES = 1 << 20;

/** The journal cannot be used; the message names the file and the problem in one line. */
export class JournalError extends Error {}

export class Journal {
  readonly #path: string;
  #fd: number;
  #size = 0;
  #closed = false;

  constructor(folder: string) {
    this.#path = join(folder, FILE);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      rmSync(`${this.#path}.new`, { force: true });
      this.#fd = openSync(this.#path, 'a+', 0o600);
    } catch (error) {
      throw new JournalError(`cannot use ${this.#path}: ${(error as Error).message}`);
    }
  }

  /** Passes every whole line to the reader, oldest first. */
  replay(read: (line: string) => void): void {
    const lines = readFileSync(this.#path, 'utf8').split('\n');
    // Text after the last line break is a torn write; otherwise this entry is an empty string.
    lines.pop();
    if (lines.length === 0) return;
    if (lines[0] !== HEADER) throw new JournalError(`${this.#path} is not a journal of this sandbox`);
    for (const [index, line] of lines.entries()) {
      if (index === 0) continue;
      try {
        read(line);
      } catch {
        throw new JournalError(`${this.#path} is damaged at line ${index + 1}`);
      }
    }
  }

  /** Replaces the file atomically by one with exactly these lines. */
  compact(lines: Iterable<string>): void {
    const path = `${this.#path}.new`;
    const fd = openSync(path, 'a+', 0o600);
    let chunk = `${HEADER}\n`;
    let size = 0;
    for (const line of lines) {
      chunk += `${line}\n`;
      if (chunk.length < COMPACT_CHUNK_BYTES) continue;
      size += writeAll(fd, chunk);
      chunk = '';
    }
    size += writeAll(fd, chunk);
    fsyncSync(fd);
    renameSync(path, this.#path);
    closeSync(this.#fd);
    this.#fd = fd;
    this.#size = size;
  }

  /** @throws when the line cannot be written whole; the file then stays unchanged. */
  append(line: string): void {
    if (this.#closed) throw new JournalError(`${this.#path} is closed`);
    if (fstatSync(this.#fd).nlink === 0) {
      throw new JournalError(`${this.#path} was replaced: another sandbox uses the same data folder`);
    }
    try {
      this.#size += writeAll(this.#fd, `${line}\n`);
    } catch (error) {
      ftruncateSync(this.#fd, this.#size);
      throw error;
    }
  }

  close(): void {
    this.#closed = true;
    closeSync(this.#fd);
  }
}

function writeAll(fd: number, text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
  return bytes.length;
}
