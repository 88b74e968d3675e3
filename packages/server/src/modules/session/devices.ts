import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../../database/open.ts';
import type { Caller } from '../../domain/caller.ts';
import { hashToken, type Secrets } from '../../kernel/secrets.ts';

/** How well a member's browser is known since the last change of password. */
export interface DeviceStanding {
  /** Logged in. */
  isKnown: boolean;
  /** Given proof, or logged in for the first time at all. */
  isTrusted: boolean;
}

/** Browsers in which members have logged in, by the random id that each generated. Only a hash is stored. */
export class Devices {
  readonly #database: Database;
  readonly #secrets: Secrets;

  constructor(parts: { database: Database; secrets: Secrets }) {
    this.#database = parts.database;
    this.#secrets = parts.secrets;
  }

  /**
   * Returns the stored form of a caller's browser. A client that names none is known by its address, for each member
   * apart. The address is keyed: there are few, so that they could be searched for.
   */
  hashOf(memberId: string, { device, address }: Caller): Buffer {
    return device === undefined
      ? this.#secrets.digest('device without an id', memberId, address)
      : hashToken(device);
  }

  async standing(memberId: string, { device }: Caller): Promise<DeviceStanding> {
    if (device === undefined) return { isKnown: false, isTrusted: false };
    const row = await this.#database.queries
      .selectFrom('member_device')
      .select('is_trusted')
      .where('member_id', '=', memberId)
      .where('device_hash', '=', hashToken(device))
      .executeTakeFirst();
    return { isKnown: row !== undefined, isTrusted: row?.is_trusted ?? false };
  }

  /**
   * Forgets every browser of a member, since someone with the old password or a session may have used one.
   */
  async forgetAll(queries: Queries, memberId: string): Promise<void> {
    await queries.deleteFrom('member_device').where('member_id', '=', memberId).execute();
  }

  /** Forgets every browser of a member but the one of a session, if the member has given proof there. */
  async forgetOthers(tx: Tx, { id, sessionId }: { id: string; sessionId: bigint }): Promise<void> {
    await tx
      .deleteFrom('member_device')
      .where('member_id', '=', id)
      .where(
        sql<boolean>`device_hash is distinct from (
          select s.device_hash from session s where s.id = ${sessionId} and not s.is_new_device)`,
      )
      .execute();
  }
}
