import { PLAY_SLOT_MINUTES, type PlayBy } from '@krapao/contract/play';
import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { memberProtection } from '../protection/queries.ts';
import { playedSince } from '../turnover/queries.ts';

/** A sign that a member played. A launch has no amounts. */
export interface PlaySign {
  memberId: string;
  provider: string;
  at: Date;
  staked: Minor;
  won: Minor;
}

/** A member's play since the last reality check. */
export interface StoredCheck {
  /** Number of the member's check. */
  no: number;
  from: Date | null;
  slots: number;
  staked: Minor;
  won: Minor;
  /** Providers with play since then. */
  providers: string[];
  /** The member's choice; null for the operator's. */
  chosenMinutes: number | null;
}

/** Sums of a period. The row without a provider has the money moved, and the time at all providers together. */
export interface PlaySums {
  from: string;
  provider: string;
  deposits: Minor;
  withdrawals: Minor;
  minutes: number;
  staked: Minor;
  won: Minor;
}

export async function notePlay(queries: Queries, signs: readonly PlaySign[]): Promise<void> {
  if (signs.length === 0) return;
  const column = <V>(pick: (sign: PlaySign) => V) => sql.val(signs.map(pick));
  await sql`
    select note_play(
      ${column(({ memberId }) => memberId)}::text[], ${column(({ provider }) => provider)}::text[],
      ${column(({ at }) => at.toISOString())}::timestamptz[], ${column(({ staked }) => String(staked))}::bigint[],
      ${column(({ won }) => String(won))}::bigint[])`.execute(queries);
}

export async function findCheck(queries: Queries, memberId: string): Promise<StoredCheck> {
  const { rows } = await sql<StoredCheck>`
    select coalesce(c.no, 1) as no, c.from_at as "from", coalesce(c.slots, 0) as slots, coalesce(c.staked, 0) as staked,
        coalesce(c.won, 0) as won, p.reality_minutes as "chosenMinutes",
        array(select distinct t.provider from play_time t
          where t.member_id = m.id and t.day >= f.day
            -- Play of the first day from before is cut off.
            and (t.day > f.day or bit_count(t.slots << f.slot) > 0)
          order by 1) as providers
      from (select ${memberId}::text as id) m
      left join reality_check c on c.member_id = m.id
      left join ${memberProtection} p on p.member_id = m.id
      cross join lateral (
        select (c.from_at at time zone 'Asia/Bangkok')::date as day,
          (date_part('hour', c.from_at at time zone 'Asia/Bangkok') * 12
            + floor(date_part('minute', c.from_at at time zone 'Asia/Bangkok') / 5))::int as slot) f`.execute(
    queries,
  );
  const [row] = rows;
  if (!row) throw new Error('a row was selected for one member');
  return row;
}

/** A member's play that an answer has seen. */
export interface SeenCheck {
  /** Number of the check. */
  no: number;
  slots: number;
  staked: Minor;
  won: Minor;
}

/**
 * Begins to count anew. What was noted after the member saw the figures counts towards the next check. An answer to an
 * earlier check, to one that is not due, or to more than there is changes nothing.
 * @param usualMinutes minutes between checks, until the member chooses
 */
export async function answerCheck(
  queries: Queries,
  memberId: string,
  { no, slots, staked, won }: SeenCheck,
  usualMinutes: number,
): Promise<void> {
  await sql`
    update reality_check set no = no + 1, slots = slots - ${slots}, staked = staked - ${staked}, won = won - ${won},
        from_at = case when slots > ${slots} or staked > ${staked} or won > ${won} then from_at end
      where member_id = ${memberId} and no = ${no} and slots >= ${slots} and staked >= ${staked} and won >= ${won}
        and ${slots}::int * ${PLAY_SLOT_MINUTES}::int >= coalesce(
          (select p.reality_minutes from ${memberProtection} p where p.member_id = ${memberId}), ${usualMinutes}::int)`.execute(
    queries,
  );
}

/**
 * Sums a member's play by periods, newest first, with a row for each provider.
 * @param since beginning of the oldest period
 */
export async function sumPlay(
  queries: Queries,
  { id, walletAccount }: Pick<Member, 'id' | 'walletAccount'>,
  { by, since }: { by: PlayBy; since: Date },
): Promise<PlaySums[]> {
  const firstDay = sql`(${since}::timestamptz at time zone 'Asia/Bangkok')::date`;
  const { rows } = await sql<PlaySums>`
    select date_trunc(${by}, d.day)::date::text as "from", d.provider, sum(d.deposits)::bigint as deposits,
        sum(d.withdrawals)::bigint as withdrawals, sum(d.slots)::int * ${PLAY_SLOT_MINUTES}::int as minutes,
        sum(d.staked)::bigint as staked, sum(d.won)::bigint as won
      from (
        select day, '' as provider, deposits, withdrawals, 0 as slots, 0 as staked, 0 as won
          from play_money(${walletAccount}, ${since})
        union all
        select day, '', 0, 0, bit_count(bit_or(slots)), 0, 0 from play_time
          where member_id = ${id} and day >= ${firstDay} group by day
        union all
        select day, provider, 0, 0, bit_count(slots), 0, 0 from play_time
          where member_id = ${id} and day >= ${firstDay}
        union all
        select day, provider, 0, 0, 0, turnover, turnover + win_loss from ${playedSince(id, since)} e
      ) d
      group by 1, 2 order by 1 desc, 2`.execute(queries);
  return rows;
}
