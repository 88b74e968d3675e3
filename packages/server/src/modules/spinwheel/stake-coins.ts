import { sql } from 'kysely';
import { parseDecimal, type Currency } from '@krapao/contract/money';
import type { Content } from '../../content/schema.ts';
import type { Tx } from '../../database/open.ts';
import { dayOf } from '../../kernel/bangkok-time.ts';
import { addGainedCoins, memberWallets } from '../account/queries.ts';
import type { Played } from '../turnover/service.ts';

/**
 * Adds stakes to their days in Bangkok time, and credits the coins they earn if the content enables that. A
 * turnover listener.
 */
export async function giveStakeCoins(
  tx: Tx,
  played: readonly Pick<Played, 'memberId' | 'turnover' | 'at'>[],
  { spinwheel }: Pick<Content, 'spinwheel'>,
): Promise<void> {
  const { stake, from, mostPerDay } = spinwheel.coins;
  if (!stake) return;
  const counted = played
    .map(({ memberId, turnover, at }) => ({ memberId, turnover, day: dayOf(at) }))
    .filter(({ turnover, day }) => turnover > 0n && day >= from);
  if (counted.length === 0) return;
  const column = <V>(pick: (entry: (typeof counted)[number]) => V) => sql.val(counted.map(pick));
  const members = column(({ memberId }) => memberId);
  const days = column(({ day }) => day);
  await sql`
      insert into coin_day as d (member_id, day, deposited, coins, staked)
        select member_id, day, 0, 0, sum(staked)
          from unnest(${members}::text[], ${days}::date[],
            ${column(({ turnover }) => String(turnover))}::bigint[]) e (member_id, day, staked)
          group by member_id, day order by member_id, day
        on conflict (member_id, day) do update set staked = d.staked + excluded.staked`.execute(tx);
  const each = Object.entries(stake).map(([currency, text]) => ({
    currency: currency as Currency,
    amount: parseDecimal(text) ?? 0n,
  }));
  await sql`
      with due as (
        select d.member_id, d.day, d.coins, least(d.staked / e.amount, ${mostPerDay})::int as earned
          from (select distinct member_id, day from unnest(${members}::text[], ${days}::date[]) p (member_id, day)) p
          join coin_day d using (member_id, day)
          join ${memberWallets} m on m.id = d.member_id
          join unnest(${sql.val(each.map(({ currency }) => currency))}::text[],
            ${sql.val(each.map(({ amount }) => String(amount)))}::bigint[]) e (currency, amount)
            on e.currency = m.currency
      ), raised as (
        update coin_day d set coins = due.earned from due
          where d.member_id = due.member_id and d.day = due.day and due.earned > due.coins
          returning d.member_id, due.earned - due.coins as gained
      )
      ${addGainedCoins(sql`(select member_id, sum(gained)::int as gained from raised group by member_id)`)}`.execute(
    tx,
  );
}
