import { sql } from 'kysely';
import type { Database, Queries } from '../../database/open.ts';
import { compareHolderNames } from '../../kernel/holder-names.ts';
import { membersAtBank } from '../account/queries.ts';
import type { Candidate } from './rule.ts';

/** A stored name of one member. */
interface KnownName {
  name: string;
  basis: 'registered' | 'transfer' | 'staff';
}

/** Limits: a longer name is not a name, and no bank spells one in more than this many ways. */
export const LONGEST_NAME = 200;
const MOST_NAMES = 20;

/** Lists every member whose account at a bank, or at any for a whole number without one, could match. */
export async function listCandidates(
  queries: Queries,
  bankCode: string,
  maskedNo: string,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select m.id as "memberId", m.wallet_account as wallet, m.currency, m.bank_account_name as "shownName",
        array(select h.name from holder_name h where h.member_id = m.id) as names
      from ${membersAtBank(bankCode, maskedNo)} m`.execute(queries);
  return rows;
}

/**
 * Records the name that a bank gives to a member's account. Safe to repeat.
 * @returns the number of registered names it contradicts; they no longer count
 */
export async function learnName(
  database: Database,
  memberId: string,
  name: string,
): Promise<{ contradicted: number }> {
  const known = (await database.queries
    .selectFrom('holder_name')
    .select(['name', 'basis'])
    .where('member_id', '=', memberId)
    .execute()) as KnownName[];
  const isNew = !known.some((one) => one.name === name && one.basis !== 'registered');
  if (!isNew || name.trim() === '' || name.length > LONGEST_NAME || known.length >= MOST_NAMES) {
    return { contradicted: 0 };
  }
  const contradicted = known
    .filter((one) => one.basis === 'registered' && compareHolderNames(name, one.name) === 'different')
    .map((one) => one.name);
  await database.transaction(async (tx) => {
    await tx
      .insertInto('holder_name')
      .values({ member_id: memberId, name, basis: 'transfer' })
      .onConflict((conflict) =>
        conflict
          .columns(['member_id', 'name'])
          .doUpdateSet({ basis: 'transfer' })
          .where('holder_name.basis', '=', 'registered'),
      )
      .execute();
    if (contradicted.length === 0) return;
    await tx
      .deleteFrom('holder_name')
      .where('member_id', '=', memberId)
      .where('basis', '=', 'registered')
      .where('name', 'in', contradicted)
      .execute();
  });
  return { contradicted: contradicted.length };
}
