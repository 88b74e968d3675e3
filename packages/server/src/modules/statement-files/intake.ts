import { toDecimal } from '@krapao/contract/money';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { newId } from '../../kernel/ids.ts';
import { addIntake, endIntake, findApproved, forgetExpired, listApproved, type IntakeRow } from './repo.ts';
import {
  type StatementFile,
  type StatementFiles,
  type StatementRead,
  type StatementSummary,
} from './service.ts';

/** Approved files that are booked in one round. */
const ROUND_MAX = 20;

/**
 * Statement files as they come. Money is credited for what a file says, so one that a person gives is booked when a
 * second person has approved it; the folder is the operator's own machine, and its files are booked at once.
 */
export class StatementIntake {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #files: Pick<StatementFiles, 'read'>;

  readonly #logger: Logger;

  constructor(parts: {
    database: Database;
    clock: Clock;
    files: Pick<StatementFiles, 'read'>;
    logger: Logger;
  }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#files = parts.files;
    this.#logger = parts.logger;
  }

  /** Books a file of the folder, and lists it. Safe to repeat. */
  async readFromFolder(given: Omit<StatementFile, 'cameAt'>): Promise<StatementRead> {
    const file = { ...given, cameAt: this.#clock.now() };
    const read = await this.#files.read(file);
    if (read.outcome !== 'taken') return read;
    const { digest, summary, taken, aside } = read;
    const row = rowOf({ name: file.name, digest, createdAt: file.cameAt }, summary);
    await addIntake(this.#database.queries, { ...row, maker: null, state: 'booked', taken, aside }, null);
    return read;
  }

  /**
   * Books the files that were approved, the oldest first. One that fails is tried again in the next round; the others do
   * not wait for it. Several processes may do so at once.
   * @returns false: the next round waits for its time
   */
  async bookApproved(): Promise<boolean> {
    await forgetExpired(this.#database.queries, this.#clock.now());
    for (const id of await listApproved(this.#database.queries, ROUND_MAX)) {
      await this.#book(id).catch((err: unknown) => {
        this.#logger.error({ id, err }, 'a statement file could not be booked; it is tried again');
      });
    }
    return false;
  }

  async #book(id: string): Promise<void> {
    const { queries } = this.#database;
    const file = await findApproved(queries, id);
    if (!file) return;
    const { name, content, createdAt: cameAt } = file;
    const read = await this.#files.read({ name, cameAt, open: () => inOne(content) });
    // It was readable when it was given: the operator's accounts have changed since, and it is listed with what was
    // put aside.
    const { taken, aside } = read.outcome === 'unreadable' ? { taken: 0, aside: 1 } : read;
    await endIntake(queries, id, { taken, aside });
    this.#logger.info({ name, outcome: read.outcome, taken, aside }, 'an approved statement file was read');
  }
}

/** Returns the row of a file that came now and waits. */
export function rowOf(
  { name, digest, createdAt }: { name: string; digest: string; createdAt: Date },
  { format, entries, sums }: StatementSummary,
): IntakeRow {
  return {
    id: newId(),
    digest,
    name,
    format,
    entries,
    sums: Object.fromEntries([...sums].map(([currency, amount]) => [currency, toDecimal(amount)])),
    maker: null,
    state: 'waiting',
    taken: 0,
    aside: 0,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + DAY_MS),
  };
}

/** Returns bytes in hand as a stream. */
export async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
