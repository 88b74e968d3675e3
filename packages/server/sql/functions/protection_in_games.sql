-- version 1
-- Sums the credit that a wallet has put into games since a moment and that has not come home, in minor units. Each game
-- counts by itself, in the order of the movements and never below zero: winnings, and credit from before the moment,
-- make no room. The largest sum of the last movements of a game is that figure.
create or replace function protection_in_games(p_wallet bigint, p_from timestamptz) returns bigint
language sql stable as $$
  with moved as (
    select credit_account as game, debit_no as no, amount as change from ledger_transfer
      where debit_account = p_wallet and debit_no > coalesce((
          select t.debit_no from ledger_transfer t
            where t.debit_account = p_wallet and t.debit_no is not null and t.created_at < p_from - interval '2 days'
            order by t.debit_no desc limit 1), 0)
        and created_at >= p_from and kind = 'game_in' and state <> 'voided'
    union all
    select debit_account, credit_no, -amount from ledger_transfer
      where credit_account = p_wallet and credit_no > coalesce((
          select t.credit_no from ledger_transfer t
            where t.credit_account = p_wallet and t.credit_no is not null and t.created_at < p_from - interval '2 days'
            order by t.credit_no desc limit 1), 0)
        and created_at >= p_from and kind = 'game_out' and state = 'posted'
  ), last as (
    select game, sum(change) over (partition by game order by no desc) as since from moved
  )
  select coalesce(sum(most), 0)::bigint from (
    select greatest(max(since), 0) as most from last group by game
  ) g;
$$;
