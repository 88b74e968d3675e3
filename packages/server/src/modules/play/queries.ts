import { PLAY_SLOT_MINUTES } from '@krapao/contract/play';
import { sql, type RawBuilder } from 'kysely';

/** A member in a query. */
interface MemberColumns {
  id: RawBuilder<unknown>;
  /** The member's row of `memberProtection`. */
  protection: RawBuilder<unknown>;
}

/** Whether a reality check waits for its answer, and whether it stops play until then. */
export interface DueCheck {
  check_is_due: boolean;
  check_stops: boolean;
}

/**
 * Whether the member's reality check is due; false before the first play.
 * @param usualMinutes minutes between checks, of members who chose none
 */
export const isCheckDue = ({ id, protection }: MemberColumns, usualMinutes: number) => sql<boolean>`
  exists (select from reality_check c where c.member_id = ${id}
    and c.slots * ${PLAY_SLOT_MINUTES}::int >= coalesce(${protection}.reality_minutes, ${usualMinutes}::int))`;

/**
 * Selects the state of a member's check.
 * @param stops false where the operator lets members play on
 */
export const selectDue = (
  member: MemberColumns,
  { usualMinutes, stops }: { usualMinutes: number; stops: boolean },
): RawBuilder<DueCheck> => sql`
  select c.is_due as check_is_due, c.is_due and ${stops}::boolean as check_stops
    from (select ${isCheckDue(member, usualMinutes)} as is_due) c`;
