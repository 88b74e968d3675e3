-- version 1
-- Sums a wallet's deposits and paid withdrawals by day in Bangkok since a moment, in minor units. A deposit counts as it
-- arrived, also the part that is held of it. As in protection_paid_in, movements are read backwards by their numbers.
create or replace function play_money(p_wallet bigint, p_from timestamptz)
returns table (day date, deposits bigint, withdrawals bigint) language sql stable as $$
  select (m.created_at at time zone 'Asia/Bangkok')::date, sum(m.paid_in)::bigint, sum(m.paid_out)::bigint from (
    select created_at, amount as paid_in, 0::bigint as paid_out from ledger_transfer
      where credit_account = p_wallet and credit_no > coalesce((
          select t.credit_no from ledger_transfer t
            where t.credit_account = p_wallet and t.credit_no is not null and t.created_at < p_from - interval '2 days'
            order by t.credit_no desc limit 1), 0)
        and created_at >= p_from and kind in ('deposit', 'suspense_out')
    union all
    select created_at, 0, amount from ledger_transfer
      where debit_account = p_wallet and debit_no > coalesce((
          select t.debit_no from ledger_transfer t
            where t.debit_account = p_wallet and t.debit_no is not null and t.created_at < p_from - interval '2 days'
            order by t.debit_no desc limit 1), 0)
        and created_at >= p_from and kind = 'withdraw' and state = 'posted'
  ) m group by 1;
$$;
