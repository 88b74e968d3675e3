import { sql, type RawBuilder, type UpdateObject } from 'kysely';
import type { Database, Queries } from '../../database/open.ts';
import type { DB } from '../../database/schema.ts';
import type { Caller } from '../../domain/caller.ts';
import type { DeviceMarks } from '../../http/device-marks.ts';
import type { Clock } from '../../kernel/clock.ts';
import { longestWaitMs, type Count, type Limiter } from '../../kernel/limiter.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import { FORGET_AFTER_MS, LONGEST_WAIT_MS, waitAfterMs } from './back-off.ts';

/** An admitted try. It counts as failed until reported otherwise. */
export interface Try {
  key: Buffer;
  phone: string;
  reserved: readonly Count[];
}

/**
 * Admits log-in tries. Three counts of failed tries slow down every kind of guessing, without letting an
 * attacker lock out a member:
 *
 * - a phone from one place: after a few failed tries each further try waits longer;
 * - a phone from everywhere, for guesses that come from many places;
 * - the phones that one address tried without success, against one password on many phones. A phone counts
 *   once.
 *
 * The place is the browser if the member has logged in with it before, else the address. Such a browser has
 * only the first count. Guesses by guests and neighbours behind the address do not delay it. A browser in
 * which another member has logged in has a mark, and is counted by that member instead of by address.
 */
export class LoginGuard {
  readonly #database: Database;
  readonly #limiter: Limiter;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #marks: DeviceMarks;
  readonly #waitsMs: readonly number[];

  constructor(parts: {
    database: Database;
    limiter: Limiter;
    secrets: Secrets;
    clock: Clock;
    marks: DeviceMarks;
  }) {
    this.#database = parts.database;
    this.#limiter = parts.limiter;
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
    this.#marks = parts.marks;
    this.#waitsMs = waitsMs(parts.limiter.limits.LOGIN_TRIES.points);
  }

  /**
   * Counts a try before the password is checked.
   * @param isKnownDevice the member has logged in with the caller's browser before
   * @throws AppError REQUEST_LIMIT
   */
  async admit(phone: string, caller: Caller, isKnownDevice: boolean): Promise<Try> {
    // Checked before any hashing. Only a caller with the password can use this limit up, so it cannot lock
    // out another member.
    const key = this.#keyOf(phone, caller, isKnownDevice);
    const doneMs = await longestWaitMs(this.#limiter, [['LOGINS_DONE_PER_PHONE', phone], halfDoneAt(key)]);
    if (doneMs > 0) throw this.#limiter.refusal('LOGINS_DONE_PER_PHONE', doneMs);
    const marked = this.#marks.memberOf(caller);
    const counts: Count[] = isKnownDevice
      ? []
      : [['LOGINS_PER_PHONE', phone], ...phoneCounts(caller, marked)];
    const isCounted = await this.#count(key, counts);
    const reserved: Count[] = [];
    const admitted = { key, phone, reserved };
    if (isKnownDevice) return admitted;
    const reserve = async (...count: Count): Promise<void> => {
      await this.#limiter.reserve(...count);
      reserved.push(count);
    };
    try {
      await reserve('LOGINS_PER_PHONE', phone);
      // A member who mistypes their password five times takes one place of the address's limit, not five.
      if (!isCounted) {
        for (const count of phoneCounts(caller, marked)) await reserve(...count);
        await this.#update(key, { is_counted: true });
      }
    } catch (error) {
      await this.undo(admitted);
      throw error;
    }
    return admitted;
  }

  /** Records that the try had the right password. */
  async succeeded(admitted: Try): Promise<void> {
    await Promise.all([
      this.#database.queries.deleteFrom('login_back_off').where('key', '=', admitted.key).execute(),
      this.#release(admitted),
      this.#limiter.add('LOGINS_DONE_PER_PHONE', admitted.phone, 1),
    ]);
  }

  /**
   * Records that the try had the right password and that no code was compared: it counts as no guess. It is counted for
   * its place alone: the password without the code keeps no one else from logging in.
   */
  async halfDone(admitted: Try): Promise<void> {
    await Promise.all([this.undo(admitted), this.#limiter.add(...halfDoneAt(admitted.key), 1)]);
  }

  /**
   * Runs a log-in by a passkey, and counts it if it succeeds.
   * @throws AppError REQUEST_LIMIT
   */
  async withPasskey<T>(id: string, logIn: () => Promise<T>): Promise<T> {
    const count: Count = ['LOGINS_DONE_PER_PHONE', `passkey ${id}`];
    const waitMs = await this.#limiter.waitMs(...count);
    if (waitMs > 0) throw this.#limiter.refusal('LOGINS_DONE_PER_PHONE', waitMs);
    const done = await logIn();
    await this.#limiter.add(...count, 1);
    return done;
  }

  /** Forgets the failed tries of a phone from the caller's place. */
  async forgive(queries: Queries, phone: string, caller: Caller): Promise<void> {
    const keys = [true, false].map((isKnown) => this.#keyOf(phone, caller, isKnown));
    await queries.deleteFrom('login_back_off').where('key', 'in', keys).execute();
  }

  /** Undoes a try whose password was not checked. */
  async undo(admitted: Try): Promise<void> {
    const fewer = {
      tries: sql<number>`greatest(tries - 1, 1)`,
      next_at: this.#clock.now(),
      // A released address count must be taken again by the next try.
      ...(admitted.reserved.some(([name]) => name !== 'LOGINS_PER_PHONE') && { is_counted: false }),
    };
    await Promise.all([this.#update(admitted.key, fewer), this.#release(admitted)]);
  }

  #keyOf(phone: string, caller: Caller, isKnownDevice: boolean): Buffer {
    const elsewhere = this.#marks.memberOf(caller) ?? `address ${caller.address}`;
    return this.#secrets.digest('login', phone, isKnownDevice ? `device ${caller.device}` : elsewhere);
  }

  async #update(key: Buffer, changes: UpdateObject<DB, 'login_back_off'>): Promise<void> {
    await this.#database.queries.updateTable('login_back_off').set(changes).where('key', '=', key).execute();
  }

  async #release({ reserved }: Try): Promise<void> {
    await Promise.all(reserved.map((count) => this.#limiter.release(...count)));
  }

  /**
   * Decides and counts in one statement, so that concurrent tries cannot pass together.
   * @param others the limits that are checked after this one; the reported wait includes theirs
   * @returns true when the address has counted the phone already
   */
  async #count(key: Buffer, others: readonly Count[]): Promise<boolean> {
    const now = this.#clock.now();
    const waits = this.#waitsMs;
    const forgetAt = new Date(now.getTime() + FORGET_AFTER_MS);
    const nextAt = (tries: RawBuilder<unknown>) =>
      sql`${now}::timestamptz + (${waits}::int[])[least(${tries}, ${waits.length})] * interval '1 millisecond'`;
    const isOld = sql`b.forget_at <= ${now}::timestamptz`;
    const begun = sql`case when ${isOld} then 1 else b.tries + 1 end`;
    const { rows } = await sql<{ is_counted: boolean }>`
      insert into login_back_off as b (key, tries, next_at, forget_at)
          values (${key}, 1, ${nextAt(sql`1`)}, ${forgetAt})
        on conflict (key) do update set
            tries = ${begun}, is_counted = b.is_counted and not ${isOld},
            next_at = ${nextAt(begun)}, forget_at = excluded.forget_at
          where b.next_at <= ${now}
        returning is_counted`.execute(this.#database.queries);
    const [row] = rows;
    if (row) return row.is_counted;
    const waitsForMs = await Promise.all([this.#waitMs(key, now), longestWaitMs(this.#limiter, others)]);
    throw this.#limiter.refusal('LOGIN_TRIES', Math.max(...waitsForMs));
  }

  async #waitMs(key: Buffer, now: Date): Promise<number> {
    const row = await this.#database.queries
      .selectFrom('login_back_off')
      .select('next_at')
      .where('key', '=', key)
      .executeTakeFirst();
    return Math.max(0, (row?.next_at.getTime() ?? 0) - now.getTime());
  }
}

const halfDoneAt = (key: Buffer): Count => ['LOGINS_DONE_PER_PHONE', `half ${key.toString('base64url')}`];

/** Returns the limits in which a failed phone is counted. */
function phoneCounts({ address, network }: Caller, marked: string | undefined): Count[] {
  if (marked !== undefined) return [['LOGIN_PHONES_PER_MEMBER', marked]];
  return [
    ...(network === undefined ? [] : [['LOGIN_PHONES_PER_NETWORK', network] as const]),
    ['LOGIN_PHONES_PER_ADDRESS', address],
  ];
}

/** Returns the wait after each try, up to and including the longest wait. */
function waitsMs(free: number): number[] {
  const waits: number[] = [];
  do waits.push(waitAfterMs(waits.length + 1, free));
  while (waits.at(-1) !== LONGEST_WAIT_MS);
  return waits;
}
