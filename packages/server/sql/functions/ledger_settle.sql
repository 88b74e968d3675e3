-- version 3
-- Settles pending transfers: posts or voids each. A transfer that is settled already stays as it is. What a member's
-- limits count of the ended ones is counted in the same transaction.
-- Its plans are made as those of ledger_submit are.
create or replace function ledger_settle(p_id uuid[], p_post boolean[], p_outcome text[])
  returns table (idx int, outcome text, transfer_state text, transfer_amount bigint) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  v_guarded bigint[];
  v_counted uuid[];
begin
  select array_agg(l.id) filter (where l.guarded) into v_guarded from (
    select id, guarded from ledger_account
      where id = any (array(
        select unnest(array[t.debit_account, t.credit_account]) from ledger_transfer t where t.id = any (p_id)
      ))
      order by house, id for no key update) l;
  if v_guarded is not null then
    v_counted := array(
      select t.id from ledger_transfer t
        where t.id = any (p_id) and t.state = 'pending' and t.kind in ('game_in', 'game_out')
          and (t.debit_account = any (v_guarded) or t.credit_account = any (v_guarded)));
  end if;

  return query with item as (
    select * from unnest(p_id, p_post, p_outcome) with ordinality as i (id, post, outcome, no)
  ), first as (
    select distinct on (id) id, post, item.outcome from item order by id, no
  ), settled as (
    update ledger_transfer t set
        state = case when f.post then 'posted' else 'voided' end,
        outcome = f.outcome::jsonb,
        settled_at = now()
      from first f
      where t.id = f.id and t.state = 'pending'
      returning t.id, t.debit_account, t.credit_account, t.amount, t.state
  ), moved as (
    update ledger_account a set
        balance = a.balance + s.posted, held = a.held - s.held, incoming = a.incoming - s.incoming
      from (
        select account, sum(posted)::bigint as posted, sum(h)::bigint as held, sum(i)::bigint as incoming
          from (
            select debit_account as account, case when state = 'posted' then -amount else 0 end as posted,
                amount as h, 0 as i from settled
            union all
            select credit_account, case when state = 'posted' then amount else 0 end, 0, amount from settled
          ) e
          group by account
      ) s
      where a.id = s.account
  )
  select i.no::int,
      case
        when s.id is not null and i.no = (select min(o.no) from item o where o.id = i.id) then 'settled'
        when t.id is null then 'missing'
        when coalesce(s.state, t.state) = case when i.post then 'posted' else 'voided' end then 'repeated'
        else 'conflict'
      end,
      coalesce(s.state, t.state),
      t.amount
    from item i
    left join settled s on s.id = i.id
    left join ledger_transfer t on t.id = i.id
    order by i.no;

  if v_counted is not null then
    perform protection_count(p.member_id, t, true, null)
      from ledger_transfer t join protection p on p.wallet_account in (t.debit_account, t.credit_account)
      where t.id = any (v_counted);
  end if;
end $$;
