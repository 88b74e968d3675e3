import { sql } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { heldMember } from '../account/queries.ts';

/**
 * Stores that a session's member gave proof, and that its browser is the member's own. The member's row is locked first,
 * as it is by everything that ends sessions or forgets browsers.
 * @param options `unlessFactor`: keeps nothing for a member with a factor
 * @returns whether it was kept
 */
export async function keepProof(
  queries: Queries,
  { id, sessionId }: Pick<Member, 'id' | 'sessionId'>,
  now: Date,
  { unlessFactor = false }: { unlessFactor?: boolean } = {},
): Promise<boolean> {
  const { rows } = await sql`
    with held as materialized (${heldMember(sql`${id}::text`, unlessFactor ? sql`not has_factor` : sql`true`)}),
    proven as (
      update session s set proved_at = ${now}::timestamptz, is_new_device = false
        from held where s.id = ${sessionId} and s.member_id = held.id
        returning s.member_id, s.device_hash
    ), trusted as (
      insert into member_device (member_id, device_hash, last_login_at, is_trusted)
        select member_id, device_hash, ${now}::timestamptz, true from proven where device_hash is not null
        on conflict (member_id, device_hash) do update set is_trusted = true
    )
    select from proven`.execute(queries);
  return rows.length > 0;
}

/** Forgets the proofs of a member's other sessions: what they proved may no longer be asked for. */
export async function forgetOtherProofs(
  tx: Tx,
  { id, sessionId }: Pick<Member, 'id' | 'sessionId'>,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ proved_at: null })
    .where('member_id', '=', id)
    .where('id', '!=', sessionId)
    .where('proved_at', 'is not', null)
    .execute();
}

/** Notes that a new member has not logged in yet: the browser of the first log-in is the member's own. */
export async function awaitLogin(tx: Tx, memberId: string): Promise<void> {
  await tx.insertInto('awaited_login').values({ member_id: memberId }).execute();
}

/**
 * A member's session that does not end before the statement does; no row when it has ended. The member's row is locked
 * first, as in {@link keepProof}.
 */
export const heldSession = ({ id, sessionId }: Pick<Member, 'id' | 'sessionId'>) => sql`(
  with held as materialized (${heldMember(sql`${id}::text`)})
  select s.id, s.member_id from held join session s on s.member_id = held.id where s.id = ${sessionId}
    for key share of s)`;
