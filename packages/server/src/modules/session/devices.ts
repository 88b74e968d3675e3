import type { Database, Queries } from '../../database/open.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hashToken } from '../../kernel/secrets.ts';

/** Browsers in which members have logged in, by the random id that each generated. Only a hash is stored. */
export class Devices {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** Returns whether the member has logged in with this browser since the last change of password. */
  async isKnown(memberId: string, { device }: Caller): Promise<boolean> {
    if (device === undefined) return false;
    const row = await this.#database.queries
      .selectFrom('member_device')
      .select('member_id')
      .where('member_id', '=', memberId)
      .where('device_hash', '=', hashToken(device))
      .executeTakeFirst();
    return row !== undefined;
  }

  async remember(memberId: string, { device }: Caller): Promise<void> {
    if (device === undefined) return;
    const last_login_at = this.#clock.now();
    await this.#database.queries
      .insertInto('member_device')
      .values({ member_id: memberId, device_hash: hashToken(device), last_login_at })
      .onConflict((conflict) => conflict.columns(['member_id', 'device_hash']).doUpdateSet({ last_login_at }))
      .execute();
  }

  /**
   * Forgets every browser of a member, since someone with the old password or a session may have used one.
   */
  async forgetAll(queries: Queries, memberId: string): Promise<void> {
    await queries.deleteFrom('member_device').where('member_id', '=', memberId).execute();
  }
}
