import { sql } from 'kysely';
import type { Tx } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import type { Customer } from './repo.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes of files for one conversation in an hour. */
const OWN_FILES = 200 * MEGABYTE;
/** Bytes of files for all guests together in an hour. */
const GUESTS_FILES = 512 * MEGABYTE;
/** Bytes of messages for all guests together in an hour. */
const GUESTS_TEXT = 32 * MEGABYTE;
/** Ratio of the file budget to the text budget. */
const TEXT_SHARE = GUESTS_FILES / GUESTS_TEXT;
/** Approximate overhead of a row beside its content. */
const ROW_BYTES = 1024;

/**
 * Hourly storage budgets of the chat. Each conversation has one. Guests can make up any number of ids, so all
 * guests together share another, of which each address gets a part. Guests cannot exhaust members' budgets.
 */
export class ChatBudget {
  readonly #secrets: Secrets;
  readonly #addressFiles: number;
  readonly #mostKept: number;

  constructor(parts: {
    secrets: Secrets;
    /** Megabytes of files that the guests of one address may store in an hour. */
    guestMegabytes: number;
    /** Megabytes of files that are kept for one conversation. */
    keptMegabytes: number;
  }) {
    this.#secrets = parts.secrets;
    this.#addressFiles = parts.guestMegabytes * MEGABYTE;
    this.#mostKept = parts.keptMegabytes * MEGABYTE;
  }

  /** Books the bytes of a file. @throws AppError REQUEST_LIMIT */
  async bookFile(tx: Tx, customer: Customer, bytes: number): Promise<void> {
    await forgetOld(tx);
    await this.#assertRoom(tx, customer, bytes);
    await spend(tx, `files:${customer.conversationId}`, bytes, OWN_FILES);
    if (customer.memberId !== undefined) return;
    await this.#spendOfAddress(tx, 'files', customer, { bytes, most: this.#addressFiles });
    await spend(tx, 'guests:files', bytes, GUESTS_FILES);
  }

  /** @throws AppError REQUEST_LIMIT when the conversation's files would exceed their limit */
  async #assertRoom(tx: Tx, { conversationId }: Customer, bytes: number): Promise<void> {
    const { rows } = await sql<{ kept: string }>`
      select coalesce(sum(coalesce(size, length(content))), 0) as kept
        from chat_file where conversation_id = ${conversationId}`.execute(tx);
    if (Number(rows[0]?.kept) + bytes > this.#mostKept) throw new AppError('REQUEST_LIMIT');
  }

  /** Books a guest's message. @throws AppError REQUEST_LIMIT */
  async bookText(tx: Tx, customer: Customer, bytes: number): Promise<void> {
    await forgetOld(tx);
    await this.#spendOfAddress(tx, 'text', customer, { bytes, most: this.#addressFiles / TEXT_SHARE });
    await spend(tx, 'guests:text', bytes, GUESTS_TEXT);
  }

  /** Stores a keyed digest of the address: a plain hash could be reversed by trying all addresses. */
  async #spendOfAddress(
    tx: Tx,
    what: string,
    { address = '' }: Customer,
    { bytes, most }: { bytes: number; most: number },
  ): Promise<void> {
    const whose = this.#secrets.digest('chat address', address).toString('base64url');
    await spend(tx, `guests of ${whose}:${what}`, bytes, most);
  }
}

/** Deletes old rows first, so a transaction that holds a row of this hour never waits for older ones. */
async function forgetOld(tx: Tx): Promise<void> {
  await sql`delete from chat_budget where hour < date_trunc('hour', now()) - interval '1 day'`.execute(tx);
}

/** Checks and books in one statement, so concurrent calls cannot exceed the budget together. */
async function spend(tx: Tx, key: string, bytes: number, most: number): Promise<void> {
  const { rows } = await sql`
    insert into chat_budget as b (hour, key, spent)
        values (date_trunc('hour', now()), ${key}, ${bytes + ROW_BYTES})
      on conflict (hour, key) do update set spent = b.spent + excluded.spent
        where b.spent + excluded.spent <= ${most}
      returning b.key`.execute(tx);
  if (rows.length === 0) throw new AppError('REQUEST_LIMIT', { retryAfterMs: await restOfHourMs(tx) });
}

async function restOfHourMs(tx: Tx): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (1000 * extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now()))::int as ms`.execute(
    tx,
  );
  return rows[0]?.ms ?? 0;
}
