-- version 1
-- Sums from a wallet's movements what deposit limits count of a time, up to a movement, in minor units: all deposits,
-- less what was held of them, and what was released from the held balance. Withdrawals take nothing off. The beginning of
-- the time is within, its end is not.
-- The newest movements are read backwards to the first one that is two days too old: numbers and times may differ a
-- little, and a clock may have been set back.
create or replace function protection_paid_in(p_wallet bigint, p_from timestamptz, p_to timestamptz, p_upto bigint)
returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from (
    select amount from ledger_transfer
      where credit_account = p_wallet and credit_no <= p_upto and credit_no > coalesce((
          select t.credit_no from ledger_transfer t
            where t.credit_account = p_wallet and t.credit_no is not null and t.created_at < p_from - interval '2 days'
            order by t.credit_no desc limit 1), 0)
        and created_at >= p_from and created_at < p_to and kind in ('deposit', 'suspense_out', 'held_release')
    union all
    select -amount from ledger_transfer
      where debit_account = p_wallet and debit_no <= p_upto and debit_no > coalesce((
          select t.debit_no from ledger_transfer t
            where t.debit_account = p_wallet and t.debit_no is not null and t.created_at < p_from - interval '2 days'
            order by t.debit_no desc limit 1), 0)
        and created_at >= p_from and created_at < p_to and kind = 'held_in'
  ) e;
$$;
