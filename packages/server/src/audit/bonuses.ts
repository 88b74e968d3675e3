import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding, Severity } from './finding.ts';
import { played } from './played.ts';

interface Row {
  severity: Severity;
  subject: string;
  message: string;
}

/** Checks bonuses and promotions, granted and taken back, against the books. Each check sees one snapshot. */
export function bonusChecks(database: Database): Check[] {
  const check = (name: string, query: RawBuilder<Row>): Check => ({
    name,
    run: async () => {
      const { rows } = await query.execute(database.queries);
      return rows.map((row): Finding => ({ check: name, ...row }));
    },
  });
  return [
    check('bonuses given', given),
    check('bonuses by their rules', byRule),
    check('bonuses ended', ended),
    check('blocked withdrawals', blockedWithdrawals),
    check('turnover', turnover),
  ];
}

/**
 * Every bonus has one transfer to its member, of its amount and in its place; every such transfer has a
 * bonus.
 */
const given = sql<Row>`
  select 'wrong' as severity, coalesce(b.id, t.id)::text as subject,
      case
        when t.id is null then format('%s of %s is not in the books', b.code, b.bonus_amount)
        when b.id is null then format('%s was credited, and nothing says why', t.amount)
        else format('%s of %s to %s; the books say %s', b.code, b.bonus_amount, b.member_id, t.amount)
      end as message
    from (select u.*, m.wallet_account from user_bonus u join member m on m.id = u.member_id) b
    full join (
      select * from ledger_transfer where kind = 'bonus' and detail ->> 'link' in ('bonus', 'promotion')
    ) t on t.id = b.credit_id
    where b.id is null or t.id is null or t.state <> 'posted' or t.amount <> b.bonus_amount
      or t.credit_account <> b.wallet_account or t.credit_no <> b.position`;

/** Members with an open bonus must have partial withdrawals blocked, and no other member may. */
const blockedWithdrawals = sql<Row>`
  select 'wrong' as severity, a.code as subject,
      case when b.id is null then 'bars withdrawals without a bonus' else 'lets withdraw beside a bonus' end as message
    from ledger_account a
    left join member m on m.wallet_account = a.id
    left join user_bonus b on b.member_id = m.id and b.ended_at is null
    where not starts_with(a.code, 'held:') and (b.id is not null) <> ('withdraw' = any (a.barred))`;

const byRule = sql<Row>`
  with known as (
    select b.*, m.wallet_account, b.terms -> 'gives' as gives from user_bonus b join member m on m.id = b.member_id
  )
  select 'wrong' as severity, b.id::text as subject,
      format('%s of %s on a deposit of %s is not what its terms give', b.code, b.bonus_amount, b.deposit_amount)
        as message
    from known b
    where b.bonus_amount <> case gives ->> 'kind'
        when 'fixed' then ((gives ->> 'amount')::numeric * 100)::bigint
        else least(
          b.deposit_amount * (gives ->> 'percent')::bigint / 100,
          ((gives ->> 'upTo')::numeric * 100)::bigint)
      end
      or b.turnover_needed <> (b.terms ->> 'turnoverTimes')::bigint * (b.bonus_amount + b.deposit_amount)
  union all
  select 'wrong', b.id::text, format('%s on a deposit that is not the member''s, or not in the books', b.code)
    from known b
    left join ledger_transfer d on d.id = b.deposit_id and d.credit_account = b.wallet_account
      and d.kind in ('deposit', 'suspense_out') and d.state = 'posted' and d.credit_no < b.position
    left join ledger_transfer h on h.kind = 'held_in' and h.debit_account = d.credit_account
      and h.debit_no > d.credit_no and h.detail ->> 'origin' = d.id::text
    where b.deposit_amount <> coalesce(d.amount, 0) - coalesce(h.amount, 0) or (b.deposit_id is null) <> (d.id is null)`;

/** Costs of ended bonuses are in the books, and bonuses with met conditions cost nothing. */
const ended = sql<Row>`
  select 'wrong' as severity, coalesce(b.id, t.id)::text as subject,
      case
        when t.id is null then format('the end of %s cost %s; that is not in the books', b.code, b.cost)
        when b.id is null then format('%s was taken back, and nothing says why', t.amount)
        else format('the end of %s cost %s; the books say %s', b.code, b.cost, t.amount)
      end as message
    from (
      select u.*, m.wallet_account from user_bonus u join member m on m.id = u.member_id where u.cost_id is not null
    ) b
    full join (select * from ledger_transfer where kind = 'finish_bonus') t on t.id = b.cost_id
    where b.id is null or t.id is null or t.state <> 'posted' or t.amount <> b.cost
      or t.debit_account <> b.wallet_account or t.debit_no <= b.position
  union all
  select 'wrong', b.id::text,
      format('%s is %s at a cost of %s, with %s of %s staked', b.code, b.state, b.cost, b.turnover_done,
        b.turnover_needed)
    from user_bonus b
    where (b.state = 'cleared' and b.turnover_done < b.turnover_needed)
      or (b.cost > 0 and b.turnover_done >= b.turnover_needed)
  union all
  select 'wrong', w.id::text, format('withdrawal of %s while %s is active', w.amount, b.code)
    from user_bonus b
    join member m on m.id = b.member_id
    join ledger_transfer w on w.debit_account = m.wallet_account and w.debit_no > b.position
      and w.kind = 'withdraw' and not w.detail ? 'held'
    where b.ended_at is null
  union all
  select 'attention', b.id::text,
      format('%s of %s is over since %s, and its credit is not in the wallet or was not reported', b.code, b.member_id,
        b.expires_at::date)
    from user_bonus b where b.state = 'failing' and b.expires_at < now() - interval '1 day'`;

/** Only reported turnover counts, and at most at the rate of its game. */
const turnover = sql<Row>`
  select 'wrong' as severity, b.id::text as subject,
      format('%s of stakes count for %s; the reports make %s', b.turnover_done, b.code,
        coalesce(e.counted, 0) + coalesce(c.counted, 0)) as message
    from user_bonus b
    left join lateral (
      select sum(e.turnover * coalesce((b.terms -> 'games' ->> e.category)::bigint, 0) / 100) as counted
        from turnover_entry e
        where e.member_id = b.member_id and e.at >= b.activated_at and e.at < b.expires_at
    ) e on true
    left join turnover_counted c on c.bonus_id = b.id
    where b.turnover_done > coalesce(e.counted, 0) + coalesce(c.counted, 0)
  union all
  select 'wrong', format('%s at %s', coalesce(t.member_id, e.member_id), coalesce(t.provider, e.provider)),
      format('stakes of %s and winnings less stakes of %s; the reports make %s and %s', t.turnover, t.win_loss,
        e.turnover, e.win_loss)
    from turnover_total t
    full join (
      select provider, member_id, sum(turnover) as turnover, sum(win_loss) as win_loss
        from (${played}) p group by provider, member_id
    ) e on e.provider = t.provider and e.member_id = t.member_id
    where (t.turnover, t.win_loss) is distinct from (e.turnover, e.win_loss)
  union all
  select 'attention', format('%s at %s', l.reference, l.provider),
      format('%s staked %s at %s, told of when such old entries had been added up: not counted', l.member_id,
        l.turnover, l.at)
    from turnover_late l where l.taken_at > now() - interval '2 days'`;
