import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { StatementIntake } from './intake.ts';

/**
 * Reads the statement files of a folder. A file is read once it has not changed between two looks, so that a file in
 * the middle of being written is left alone. Files stay where they are.
 */
export class StatementFolder {
  readonly #folder: string;
  readonly #intake: Pick<StatementIntake, 'readFromFolder'>;
  readonly #logger: Logger;
  /** State of each file at the last look, and of each file that was read. */
  #seen = new Map<string, string>();
  readonly #done = new Map<string, string>();
  #fault = '';

  constructor(parts: { folder: string; intake: Pick<StatementIntake, 'readFromFolder'>; logger: Logger }) {
    this.#folder = parts.folder;
    this.#intake = parts.intake;
    this.#logger = parts.logger;
  }

  /**
   * Reads the files that have come. One that fails is tried again with the next look; the others do not wait for it.
   * @returns false: the next look waits for its time
   */
  async look(): Promise<boolean> {
    const seen = new Map<string, string>();
    for (const name of await this.#names()) {
      const file = path.join(this.#folder, name);
      const state = await stateOf(file);
      if (state === undefined) continue;
      seen.set(name, state);
      if (this.#done.get(name) === state || this.#seen.get(name) !== state) continue;
      await this.#read(name, file, state).catch((err: unknown) => {
        this.#logger.error({ name, err }, 'a statement file could not be booked; it is tried again');
      });
    }
    this.#seen = seen;
    for (const name of this.#done.keys()) if (!seen.has(name)) this.#done.delete(name);
    return false;
  }

  async #read(name: string, file: string, state: string): Promise<void> {
    const read = await this.#intake.readFromFolder({ name, open: () => createReadStream(file) });
    // A file that changed while it was read is read again.
    if ((await stateOf(file)) !== state) return;
    this.#done.set(name, state);
    if (read.outcome === 'unreadable')
      this.#logger.error({ name, why: read.why }, 'a statement file is not readable');
    else if (read.outcome === 'taken')
      this.#logger.info({ name, taken: read.taken, aside: read.aside }, 'a statement file was read');
  }

  async #names(): Promise<string[]> {
    try {
      const names = await readdir(this.#folder);
      this.#fault = '';
      return names.filter((name) => !name.startsWith('.')).sort();
    } catch (error) {
      const fault = String((error as NodeJS.ErrnoException).code ?? error);
      if (fault !== this.#fault) this.#logger.error({ fault }, 'STATEMENT_DIR: the folder cannot be read');
      this.#fault = fault;
      return [];
    }
  }
}

/** Returns size and time of a file; undefined for anything else, and for one that is gone. */
async function stateOf(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  return found?.isFile() ? `${found.size} ${found.mtimeMs}` : undefined;
}
