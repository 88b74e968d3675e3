import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from './open.ts';

/** Rows of a table that go at once: a sweep never holds many, and gives way to whoever holds some. */
const BATCH = 500;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface Stale {
  table: string;
  /** What is over, told from the time it is now. */
  condition: (ago: Ago) => RawBuilder<unknown>;
}

type Ago = (ms: number) => Date;

/** One that nobody has looked for yet. */
const isOldFile = (ago: Ago): RawBuilder<unknown> => sql`not is_sent and created_at < ${ago(DAY_MS)}`;

const isInMessage = sql`exists (
  select from chat_message m where m.conversation_id = chat_file.conversation_id
    and m.content -> 'payload' ->> 'filePath' = chat_file.name)`;

const STALE: readonly Stale[] = [
  { table: 'limit_count', condition: (ago) => sql`expire < ${ago(0).getTime()}::bigint` },
  { table: 'login_back_off', condition: (ago) => sql`forget_at < ${ago(0)}` },
  // A browser that nobody has logged in with for half a year.
  { table: 'member_device', condition: (ago) => sql`last_login_at < ${ago(180 * DAY_MS)}` },
  // For a week its bearer is told that it is over; after that, that there is no such session.
  { table: 'session', condition: (ago) => sql`expires_at < ${ago(7 * DAY_MS)}` },
  // The codes of a day are counted.
  { table: 'otp', condition: (ago) => sql`created_at < ${ago(2 * DAY_MS)}` },
  { table: 'verified_phone', condition: (ago) => sql`verified_until < ${ago(0)}` },
  { table: 'launch_page', condition: (ago) => sql`expires_at < ${ago(HOUR_MS)}` },
  // Uploaded for a message that was never sent.
  { table: 'chat_file', condition: (ago) => sql`${isOldFile(ago)} and not ${isInMessage}` },
];

/** Throws away what is over. Several processes may do so at once. */
export class Cleaner {
  readonly #database: Database;
  readonly #clock: Clock;

  readonly #chatFileDays: number;

  /** @param chatFileDays for which files of the chat are kept */
  constructor(database: Database, clock: Clock, chatFileDays: number) {
    this.#database = database;
    this.#clock = clock;
    this.#chatFileDays = chatFileDays;
  }

  /** One batch of each kind. @returns true when there is more of some */
  async sweep(): Promise<boolean> {
    const now = this.#clock.now().getTime();
    const ago: Ago = (ms) => new Date(now - ms);
    let hasMore = await this.#markSentFiles(ago);
    const kept = this.#chatFileDays * DAY_MS;
    const aged: Stale = { table: 'chat_file', condition: (before) => sql`created_at < ${before(kept)}` };
    for (const { table, condition } of [...STALE, aged]) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${condition(ago)} limit ${BATCH} for update skip locked))
        `.execute(this.#database.queries);
      hasMore ||= numAffectedRows >= BATCH;
    }
    return hasMore;
  }

  /** So that every file is looked for once, and not again as long as it is kept. */
  async #markSentFiles(ago: Ago): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update chat_file set is_sent = true where ctid = any(array(
        select ctid from chat_file where ${isOldFile(ago)} and ${isInMessage} limit ${BATCH}))
      `.execute(this.#database.queries);
    return numAffectedRows >= BATCH;
  }
}
