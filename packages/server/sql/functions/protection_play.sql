-- version 1
-- Works out from a wallet's movements what loss limits count of a time, up to a movement, in minor units, as
-- protection_sum keeps it: the credit put into each game that has not come home. Each game counts by itself, in the order
-- of the movements and never below zero: winnings, and credit from before the time, make no room. The beginning of the
-- time is within, its end is not. As in protection_paid_in, movements are read backwards by their numbers.
create or replace function protection_play(p_wallet bigint, p_from timestamptz, p_to timestamptz, p_upto bigint)
returns table (game bigint, amount bigint, waiting uuid[], lowest bigint[]) language sql stable as $$
  with moved as (
    select credit_account as game, debit_no as no, true as is_in, state, amount as change from ledger_transfer
      where debit_account = p_wallet and debit_no <= p_upto and debit_no > coalesce((
          select t.debit_no from ledger_transfer t
            where t.debit_account = p_wallet and t.debit_no is not null and t.created_at < p_from - interval '2 days'
            order by t.debit_no desc limit 1), 0)
        and created_at >= p_from and created_at < p_to and kind = 'game_in' and state <> 'voided'
    union all
    select debit_account, credit_no, false, state, case state when 'posted' then -amount else 0 end from ledger_transfer
      where credit_account = p_wallet and credit_no <= p_upto and credit_no > coalesce((
          select t.credit_no from ledger_transfer t
            where t.credit_account = p_wallet and t.credit_no is not null and t.created_at < p_from - interval '2 days'
            order by t.credit_no desc limit 1), 0)
        and created_at >= p_from and created_at < p_to and kind = 'game_out' and state <> 'voided'
  ), summed as (
    select *, sum(change) over so_far as total, count(*) filter (where state = 'pending') over so_far as place
      from moved window so_far as (partition by game order by no)
  ), stood as (
    select *, (total - least(min(total) over so_far, 0))::bigint as stand
      from summed window so_far as (partition by game order by no)
  ), last as (
    select distinct on (game) game, stand from stood order by game, no desc
  ), part as (
    select game, place, min(stand) as lowest, min(no) as no, bool_or(is_in) filter (where state = 'pending') as is_in
      from stood where place > 0 group by game, place
  ), waiting as (
    select p.game, p.place, p.lowest, t.id from part p cross join lateral (
        select id from ledger_transfer where p.is_in and debit_account = p_wallet and debit_no = p.no
        union all
        select id from ledger_transfer where not p.is_in and credit_account = p_wallet and credit_no = p.no) t
  )
  select l.game, l.stand, coalesce(array_agg(w.id order by w.place) filter (where w.id is not null), '{}'),
      coalesce(array_agg(w.lowest order by w.place) filter (where w.id is not null), '{}')
    from last l left join waiting w on w.game = l.game
    group by l.game, l.stand;
$$;
