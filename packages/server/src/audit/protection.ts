import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding } from './finding.ts';

interface Row {
  subject: string;
  message: string;
}

/** Checks the held balances against the deposits and withdrawals that they are about. */
export function protectionChecks(database: Database): Check[] {
  const check = (name: string, query: RawBuilder<Row>): Check => ({
    name,
    run: async () => {
      const { rows } = await query.execute(database.queries);
      return rows.map((row): Finding => ({ severity: 'wrong', check: name, ...row }));
    },
  });
  return [
    check('held balances', accounts),
    check('held deposits', deposits),
    check('payouts of held balances', payouts),
    check('deposit limits', limits),
    check('sums of limits', sums),
    check('guarded wallets', unguarded),
  ];
}

/**
 * The movements of all held balances, found by their accounts, since few members have one. That no other accounts have
 * such movements is checked for all kinds (`movements.ts`).
 */
const moved = sql`(
  select t.*, p.wallet_account, t.debit_account as other_account, true as is_in
    from protection p join ledger_transfer t on t.credit_account = p.held_account and t.credit_no is not null
  union all
  select t.*, p.wallet_account, t.credit_account, false
    from protection p join ledger_transfer t on t.debit_account = p.held_account and t.debit_no is not null)`;

/** Withdrawals of held money. */
const heldWithdrawals = sql`(
  select t.* from protection p
    join ledger_transfer t on t.debit_account = p.wallet_account and t.debit_no is not null
    where t.kind = 'withdraw' and t.detail ? 'held')`;

/** Held money moves between the two accounts of one member alone, and is in an account that bars other debits. */
const accounts = sql<Row>`
  select t.id::text as subject, format('%s of %s is not between a wallet and its own held balance', t.kind, t.amount) as message
    from ${moved} t
    where t.other_account <> t.wallet_account or t.state <> 'posted'
      or (case when t.is_in then t.kind not in ('held_in', 'held_return')
        else t.kind not in ('held_payout', 'held_release') end)
  union all
  select a.code, 'lets held money be played or paid out around the wallet'
    from protection p join ledger_account a on a.id = p.held_account
    where not a.barred @> array['withdraw', 'game_in']`;

/** What is held of a deposit is at most all of it, once, and its reason is on record. */
const deposits = sql<Row>`
  select coalesce(t.id, h.transfer_id)::text as subject,
      case
        when t.id is null then format('%s of a deposit is on record as held; the books do not have it', h.amount)
        when h.deposit_id is null then format('%s is held, and nothing says of what', t.amount)
        else format('%s is held of a deposit of %s', t.amount, coalesce(d.amount, 0))
      end as message
    from (select * from ${moved} m where m.kind = 'held_in') t
    full join held_deposit h on h.transfer_id = t.id
    left join ledger_transfer d on d.id = h.deposit_id and d.kind in ('deposit', 'suspense_out') and d.state = 'posted'
      and d.credit_account = t.debit_account
    where t.id is null or h.deposit_id is null or d.id is null or t.state <> 'posted' or t.amount <> h.amount
      or t.amount > d.amount or t.detail ->> 'origin' is distinct from d.id::text
      or t.detail ->> 'reason' is distinct from h.reason`;

/** Held money that left is a withdrawal of the same amount; money of a failed one is held again. */
const payouts = sql<Row>`
  select coalesce(t.id, w.id)::text as subject,
      case
        when w.id is null then format('%s left the held balance for a withdrawal that is not there', t.amount)
        when t.id is null then format('a withdrawal of %s says that it was held money; it was not', w.amount)
        else format('%s left the held balance for a withdrawal of %s', t.amount, w.amount)
      end as message
    from (select * from ${moved} m where m.kind = 'held_payout') t
    full join ${heldWithdrawals} w
      on w.id::text = t.detail ->> 'payout'
    where t.id is null or w.id is null or t.amount <> w.amount or t.credit_account <> w.debit_account
      or t.state <> 'posted'
  union all
  select coalesce(t.id, w.id)::text,
      case
        when w.id is null then format('%s was held again for a withdrawal that has not failed', t.amount)
        when t.id is null then format('%s of a failed withdrawal was not held again', w.amount)
        else format('%s was held again of a withdrawal of %s', t.amount, w.amount)
      end
    from (select * from ${moved} m where m.kind = 'held_return') t
    full join (select * from ${heldWithdrawals} v where v.state = 'voided') w on w.id::text = t.detail ->> 'origin'
    where t.id is null or w.id is null or t.amount <> w.amount or t.debit_account <> w.debit_account`;

/** Play, rewards and releases are refused for a break, an exclusion or a limit only where the wallet is guarded. */
const unguarded = sql<Row>`
  select p.member_id as subject, 'has a break, an exclusion or a limit that is not enforced' as message
    from protection p join ledger_account a on a.id = p.wallet_account
    where not a.guarded
      and (p.break_until > now() or p.excluded_at is not null
        or exists (select from protection_limit l where l.member_id = p.member_id))`;

/**
 * No deposit passes a limit that holds since before the current period. A limit that was set or changed within the
 * period may be below what had come before, and is left out.
 */
const limits = sql<Row>`
  with current as (
    select l.member_id, l.period, l.amount, p.wallet_account,
        date_trunc(l.period, now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok' as since
      from protection_limit l join protection p on p.member_id = l.member_id
      where l.kind = 'deposit'
  )
  select format('%s a %s', c.member_id, c.period) as subject,
      format('%s became playable; the limit is %s', s.playable, c.amount) as message
    from current c
    cross join lateral (
      select sum(case when t.kind = 'held_in' then -t.amount else t.amount end) as playable
        from ledger_transfer t
        where t.created_at >= c.since
          and (t.credit_account = c.wallet_account and t.credit_no is not null
              and t.kind in ('deposit', 'suspense_out', 'held_release')
            or t.debit_account = c.wallet_account and t.debit_no is not null and t.kind = 'held_in')
    ) s
    where s.playable > c.amount
      and not exists (select from protection_change h
        where h.member_id = c.member_id and h.made_at >= c.since and h.what in ('limit', 'confirm')
          and h.detail ->> 'kind' = 'deposit' and h.detail ->> 'period' = c.period)`;

/**
 * The kept sum of a limit is the sum of its movements. It may be more for a while after so many moves of one game had not
 * ended that the oldest were no longer followed.
 */
const sums = sql<Row>`
  with counted as (
    select l.member_id, l.kind, l.period, protection_used(l, p.wallet_account, now()) as kept,
        case l.kind
          when 'deposit' then protection_deposited(p.wallet_account, protection_from(l.period, now()))
          else protection_in_games(p.wallet_account, protection_from(l.period, now()))
        end as moved,
        exists (
          select from protection_sum s
            where s.member_id = l.member_id and s.kind = l.kind and s.period = l.period and s.rough
        ) as is_rough
      from protection_limit l join protection p on p.member_id = l.member_id
  )
  select format('%s %s a %s', member_id, kind, period) as subject,
      format('%s is counted; the movements say %s', kept, moved) as message
    from counted where kept < moved or kept > moved and not is_rough`;
