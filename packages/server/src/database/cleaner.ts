import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../kernel/durations.ts';
import type { Database } from './open.ts';

/** Rows deleted per statement: a sweep holds few rows at a time and skips locked ones. */
const BATCH = 500;

interface Stale {
  table: string;
  /** SQL condition of expired rows at the current time. */
  condition: (ago: Ago) => RawBuilder<unknown>;
}

type Ago = (ms: number) => Date;

/** A file that has not been matched with a message yet. */
const isOldFile = (ago: Ago): RawBuilder<unknown> => sql`not is_sent and created_at < ${ago(DAY_MS)}`;

const isInMessage = sql`exists (
  select from chat_message m where m.conversation_id = chat_file.conversation_id
    and m.content -> 'payload' ->> 'filePath' = chat_file.name)`;

const STALE: readonly Stale[] = [
  { table: 'limit_count', condition: (ago) => sql`expire < ${ago(0).getTime()}::bigint` },
  { table: 'login_back_off', condition: (ago) => sql`forget_at < ${ago(0)}` },
  // Browsers without a log-in for half a year.
  { table: 'member_device', condition: (ago) => sql`last_login_at < ${ago(180 * DAY_MS)}` },
  // For a week the bearer is told that the session is over; after that, that there is no such session.
  { table: 'session', condition: (ago) => sql`expires_at < ${ago(7 * DAY_MS)}` },
  // Sessions of staff end within twelve hours, their links within a day.
  { table: 'staff_session', condition: (ago) => sql`created_at < ${ago(DAY_MS)}` },
  { table: 'staff_link', condition: (ago) => sql`expires_at < ${ago(DAY_MS)}` },
  // A proposal waits for a day, and its file can be downloaded for another.
  { table: 'staff_export_part', condition: (ago) => sql`created_at < ${ago(2 * DAY_MS + HOUR_MS)}` },
  // The daily limit counts recent codes.
  { table: 'otp', condition: (ago) => sql`created_at < ${ago(2 * DAY_MS)}` },
  { table: 'used_challenge', condition: (ago) => sql`expires_at < ${ago(0)}` },
  { table: 'verified_phone', condition: (ago) => sql`verified_until < ${ago(0)}` },
  { table: 'launch_page', condition: (ago) => sql`expires_at < ${ago(HOUR_MS)}` },
  { table: 'push_delivery', condition: (ago) => sql`created_at < ${ago(2 * DAY_MS)}` },
  // Movements have the database's time, and a clock that is ahead must not open a limit.
  {
    table: 'protection_sum',
    condition: () => sql`since < now() - interval '3 days' and (period = 'day'
      or since < now() - interval '10 days' and (period = 'week' or since < now() - interval '34 days'))`,
  },
  // A movement stays in the statement.
  { table: 'notice', condition: (ago) => sql`created_at < ${ago(400 * DAY_MS)}` },
  // Uploaded for a message that was never sent.
  { table: 'chat_file', condition: (ago) => sql`${isOldFile(ago)} and not ${isInMessage}` },
];

/** Deletes expired rows. Several processes may run it at once. */
export class Cleaner {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #chatFileDays: number;

  constructor(parts: {
    database: Database;
    clock: Clock;
    /** Retention of chat files. */
    chatFileDays: number;
  }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#chatFileDays = parts.chatFileDays;
  }

  /** Deletes one batch of each kind. @returns true if some kind has more */
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

  /** Marks files whose message was sent, so that each file is looked up only once. */
  async #markSentFiles(ago: Ago): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update chat_file set is_sent = true where ctid = any(array(
        select ctid from chat_file where ${isOldFile(ago)} and ${isInMessage} limit ${BATCH}))
      `.execute(this.#database.queries);
    return numAffectedRows >= BATCH;
  }
}
