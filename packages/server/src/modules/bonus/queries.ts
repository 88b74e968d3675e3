import { sql, type RawBuilder } from 'kysely';

/* Reads of bonuses for other modules, as subqueries and conditions of their statements. */

/** Time of each bonus, and its terms: `terms -> 'games'` has the share of stakes that counts, by category. */
export const bonusTerms = sql`(select id, member_id, activated_at, expires_at, terms from user_bonus)`;

/** Condition: a member had a bonus at a time. */
export const hadBonus = (memberId: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql<boolean>`exists (
  select from user_bonus b
    where b.member_id = ${memberId} and b.activated_at <= ${at} and (b.ended_at is null or ${at} < b.ended_at))`;
