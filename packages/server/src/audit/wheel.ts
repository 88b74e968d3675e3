import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding, Severity } from './finding.ts';

interface Row {
  severity: Severity;
  subject: string;
  message: string;
}

/** Checks the wheel's prizes and coins against the books. Each check sees one snapshot. */
export function wheelChecks(database: Database): Check[] {
  const check = (name: string, query: RawBuilder<Row>): Check => ({
    name,
    run: async () => {
      const { rows } = await query.execute(database.queries);
      return rows.map((row): Finding => ({ check: name, ...row }));
    },
  });
  return [check('coupons', coupons), check('coins', coins), check('draws', draws)];
}

/** Compares claimed coupons for money with the transfers that name their draws. */
const coupons = sql<Row>`
  select 'wrong' as severity, coalesce(c.draw_id::text, t.id::text) as subject,
      case
        when t.id is null then 'a coupon was claimed, and its money is not in the books'
        when c.draw_id is null then format('%s was credited for a coupon that is not there or not claimed', t.amount)
        else format('a coupon for %s of %s; the books say %s', c.amount, c.member_id, t.amount)
      end as message
    from (
      select p.*, m.wallet_account, (p.prize -> 'amount' ->> m.currency)::numeric * 100 as amount
        from spin_coupon p join member m on m.id = p.member_id
        where p.claim_id is not null and p.prize ->> 'kind' = 'money'
    ) c
    full join (
      select * from ledger_transfer where kind = 'bonus' and detail ->> 'link' = 'luckydraw'
    ) t on t.detail ->> 'draw' = c.draw_id::text
    where c.draw_id is null or t.id is null or t.state <> 'posted' or t.amount <> c.amount
      or t.credit_account <> c.wallet_account`;

/** Compares a member's coins with those earned by deposits and won, less those spent. */
const coins = sql<Row>`
  select 'wrong' as severity, m.id as subject,
      format('has %s coins; %s earned, %s won and %s spent', m.coin, e.coins, w.coins, s.coins) as message
    from member m
    cross join lateral (select coalesce(sum(d.coins), 0) as coins from coin_day d where d.member_id = m.id) e
    cross join lateral (
      select coalesce(sum((c.prize ->> 'coins')::int), 0) as coins from spin_coupon c
        where c.member_id = m.id and c.claim_id is not null and c.prize ->> 'kind' = 'coins'
    ) w
    cross join lateral (select count(*) as coins from spin_draw d where d.member_id = m.id) s
    where m.coin <> e.coins + w.coins - s.coins`;

/** Each coupon matches the slice at which its draw stopped, and draws are numbered without gaps. */
const draws = sql<Row>`
  select 'wrong' as severity, c.draw_id::text as subject,
      format('a coupon %s of a draw that stopped at %s', c.code, d.slices -> d.won ->> 'code') as message
    from spin_coupon c join spin_draw d on d.id = c.draw_id
    where c.code is distinct from d.slices -> d.won ->> 'code' or c.member_id <> d.member_id
  union all
  select 'wrong', s.member_id, format('is at draw %s after %s draws', s.nonce, count(d.id))
    from spin_member s left join spin_draw d on d.member_id = s.member_id
    group by s.member_id having s.nonce <> count(d.id) or s.nonce <= coalesce(max(d.nonce), -1)`;
