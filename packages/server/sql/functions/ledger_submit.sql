-- version 4
-- Makes a batch of transfers. Each passes or fails by itself, as if they were made one after another in the given order.
-- Valid transfers are written in one statement. The rest takes the careful path afterwards: a repeated id, a sweep, a
-- shortfall, a blocked or impossible transfer, and every other transfer on a member's account that one of these touches.
-- Where limits count what a member moves, several transfers of one member take it as well: each is checked after the
-- one before it is counted.
-- Credit of a game, and a withdrawal, that fits and that no stop, freeze, break, limit or missing proof can forbid is
-- marked as checked: no trigger runs before it is written. A stop or a freeze that commits while the statement runs holds
-- from the next batch on; a break or a limit waits for the lock of the wallet. A withdrawal is marked only where it is
-- its wallet's first transfer in the batch, since the statement does not see its own rows. The trigger sees those that
-- are written before it, which is why they are written in their order.
-- The batch is small and the tables are large, so only index look-ups are allowed: a plan made while the tables were
-- small, a sequential scan, would otherwise be kept as they grow. A connection plans each statement once, whatever the
-- size of a batch, and nothing is compiled: that takes longer than a batch.
create or replace function ledger_submit(
  p_id uuid[], p_debit bigint[], p_credit bigint[], p_amount bigint[], p_kind text[], p_pending boolean[],
  p_sweep boolean[], p_detail text[]
) returns table (idx int, outcome text, transfer_state text, transfer_amount bigint) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  v_count int := coalesce(array_length(p_id, 1), 0);
  v_left int[];
  v_guarded bigint[];
begin
  select array_agg(l.id) filter (where l.guarded) into v_guarded from (
    select id, guarded from ledger_account where id = any (p_debit || p_credit) order by house, id for no key update) l;

  -- The one statement for all takes longer than the careful path for one.
  if v_count > 1 then
    with item as (
      select * from unnest(p_id, p_debit, p_credit, p_amount, p_kind, p_pending, p_sweep)
        with ordinality as i (id, debit, credit, amount, kind, pending, sweep, no)
    ), side as (
      select no, kind, amount, pending, sweep, true as is_debit, debit as account, -amount as change from item
      union all
      select no, kind, amount, pending, sweep, false, credit, case when pending then 0 else amount end from item
    ), entry as (
      select s.*, a.house, a.currency, a.guarded,
          row_number() over by_account = 1 as is_first,
          a.balance - a.held + sum(s.change) over by_account as running,
          case when not a.house then a.movements + row_number() over by_account end as position,
          s.is_debit and s.kind = any (a.barred) as barred
        from side s join ledger_account a on a.id = s.account
        window by_account as (partition by s.account order by s.no)
    ), pair as materialized (
      select *, lead(position) over by_item as credit_position, lead(currency) over by_item as credit_currency,
          kind = 'game_out' or (
            kind = 'game_in' and not guarded
              and not exists (select from control where name = 'game_credit' and stopped)
            or kind = 'withdraw' and is_first
              and not exists (select from control where name = 'payouts' and stopped)
          ) and not exists (select from member where wallet_account = any (p_debit) and disabled_at is not null)
            as is_free
        from entry window by_item as (partition by no order by is_debit desc)
    ), known as materialized (
      select t.id from ledger_transfer t where t.id = any (p_id)
      union all
      select i.id from item i group by i.id having count(*) > 1
    ), usual as materialized (
      select no from pair
        where is_debit and not sweep and amount > 0 and (house or running >= 0) and not barred
          and currency = credit_currency and p_id[no] not in (select id from known)
    ), odd_account as materialized (
      select account from pair where not house and (guarded and not is_first or no not in (select no from usual))
    ), odd as materialized (
      select no from item where no not in (select no from usual)
      union
      select no from pair where account in (select account from odd_account)
    ), remaining as materialized (
      -- A transfer between members can draw in further ones: then the whole batch takes the careful path.
      select no from odd
      union
      select no from item
        where case when exists (select from odd) then exists (
          select from pair o
            where not o.house and o.no in (select no from odd)
              and o.account = any (array(select account from pair where no not in (select no from odd)))) end
    ), done as materialized (
      select *, case when is_debit then p_detail[no]::jsonb end as detail
        from pair where no not in (select no from remaining)
    ), written as (
      insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no,
          credit_no, detail, settled_at, checked)
        select p_id[no], account, p_credit[no], amount, kind, case when pending then 'pending' else 'posted' end, false,
            position, credit_position, detail, case when not pending then now() end,
            is_free and case kind
                when 'withdraw' then ledger_payout_fits(position, credit_position, detail)
                  and p_credit[no] = any (array(
                    select id from ledger_account
                      where id = any (p_credit) and ledger_house_fits('withdraw', false, case when house then code end)))
                  and not (select is_missing from payout_proof(account, amount, now(), detail))
                else ledger_game_fits(kind, position, credit_position, detail)
              end or null
          from done where is_debit order by no
    ), moved as (
      update ledger_account a set
          balance = a.balance + s.posted,
          held = a.held + s.held,
          incoming = a.incoming + s.incoming,
          movements = a.movements + case when a.house then 0 else s.entries end
        from (
          select account, count(*) as entries,
              coalesce(sum(case when is_debit then -amount else amount end) filter (where not pending), 0)::bigint
                as posted,
              coalesce(sum(amount) filter (where pending and is_debit), 0)::bigint as held,
              coalesce(sum(amount) filter (where pending and not is_debit), 0)::bigint as incoming
            from done group by account
        ) s
        where a.id = s.account
    )
    select array(select no::int from remaining order by no) into v_left;
  else
    v_left := array(select generate_series(1, v_count));
  end if;

  if v_guarded is not null then
    perform protection_count(p.member_id, t, false, null)
      from ledger_transfer t join protection p on p.wallet_account in (t.debit_account, t.credit_account)
      where t.id = any (array(
          select p_id[n] from generate_series(1, v_count) n
            where n <> all (v_left) and (p_debit[n] = any (v_guarded) or p_credit[n] = any (v_guarded))))
        and t.kind in ('game_in', 'game_out', 'held_in', 'held_release');
  end if;

  return query select n, 'created', case when p_pending[n] then 'pending' else 'posted' end, p_amount[n]
    from generate_series(1, v_count) n where n <> all (v_left);

  foreach idx in array v_left loop
    return query select idx, r.outcome, r.transfer_state, r.transfer_amount
      from ledger_submit_one(p_id[idx], p_debit[idx], p_credit[idx], p_amount[idx], p_kind[idx], p_pending[idx],
        p_sweep[idx], p_detail[idx]::jsonb) r;
  end loop;
end $$;
