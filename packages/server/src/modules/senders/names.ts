import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { isSameHolderName } from '../../kernel/holder-names.ts';
import { findByPhone, linkedBankAccounts, type FoundMember } from '../account/queries.ts';
import { keepApprovedName } from './queries.ts';
import { LONGEST_NAME } from './repo.ts';

/** A member whose shown name does not count for matching the sender of a transfer. */
export interface UnprovenName {
  phone: string;
  bankCode: string;
  bankAccountNo: string;
  /** Name as the member shows it now. */
  shownName: string;
  /** Names that count. */
  names: readonly string[];
  changedAt: Date | null;
}

/** The operator's request cannot be fulfilled. The message gives the reason in one line. */
export class HolderNameError extends Error {
  override name = 'HolderNameError';
}

/** Names of account holders, for staff to approve: docs/names.md. */
export class HolderNames {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lists members whose shown name does not count yet, latest change first. */
  async unproven(): Promise<UnprovenName[]> {
    const { rows } = await sql<UnprovenName>`
      select m.username as phone, m.bank_code as "bankCode", m.bank_account_no as "bankAccountNo",
          m.bank_account_name as "shownName", m.bank_changed_at as "changedAt",
          array(select h.name from holder_name h where h.member_id = m.id order by h.created_at) as names
        from ${linkedBankAccounts} m
        where not exists (select from holder_name h where h.member_id = m.id and h.name = m.bank_account_name)
        order by m.bank_changed_at desc nulls last`.execute(this.#database.queries);
    return rows.filter(({ shownName, names }) => !names.some((name) => isSameHolderName(name, shownName)));
  }

  /**
   * Makes a name count for a member; the shown name when none is given. Idempotent.
   * @returns the name
   * @throws HolderNameError no such member, or no name
   */
  async approve(phone: string, given?: string): Promise<string> {
    const member = await this.#member(phone);
    const name = (given ?? member.bankAccountName).trim().toUpperCase();
    if (name === '' || name.length > LONGEST_NAME) throw new HolderNameError(`no name: ${name}`);
    await keepApprovedName(this.#database.queries, member.id, name);
    return name;
  }

  /**
   * Stops a name from counting.
   * @throws HolderNameError no such member, or the name is not one that counts
   */
  async forget(phone: string, name: string): Promise<void> {
    const member = await this.#member(phone);
    const { numDeletedRows } = await this.#database.queries
      .deleteFrom('holder_name')
      .where('member_id', '=', member.id)
      .where('name', '=', name)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new HolderNameError(`${name} does not count for ${phone}`);
  }

  async #member(phone: string): Promise<FoundMember> {
    const member = await findByPhone(this.#database.queries, phone);
    if (!member) throw new HolderNameError(`no member has the phone ${phone}`);
    return member;
  }
}
