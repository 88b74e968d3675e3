-- What an account may not be debited by is said on the account itself, so that a movement that depends on it is
-- decided where the money is: under the account's lock, in the one statement that moves it.

alter table ledger_account add column barred text[] not null default '{}'; -- kinds of transfer

-- Nobody withdraws while a bonus of theirs is open. By a trigger, so that it is so whoever writes the bonus: a process
-- of an older version, too. Whoever begins or ends a bonus holds the account's lock already.
create function user_bonus_bars() returns trigger language plpgsql as $$
begin
  update ledger_account set barred = array_remove(barred, 'withdraw')
      || case when new.ended_at is null then array['withdraw'] else '{}'::text[] end
    where id = (select wallet_account from member where id = new.member_id);
  return null;
end $$;

create trigger user_bonus_bars after insert or update of ended_at on user_bonus for each row
  execute function user_bonus_bars();

update ledger_account a set barred = '{withdraw}'
  from member m join user_bonus b on b.member_id = m.id
  where a.id = m.wallet_account and b.ended_at is null;

-- Makes one transfer; its accounts are locked already. The careful path: repeats, sweeps, shortfalls.
-- A sweep with a positive amount moves exactly that or nothing: a figure that a member was shown a moment
-- ago is never paid when it has become stale.
create or replace function ledger_submit_one(
  p_id uuid, p_debit bigint, p_credit bigint, p_amount bigint, p_kind text, p_pending boolean,
  p_sweep boolean, p_detail jsonb,
  out outcome text, out transfer_state text, out transfer_amount bigint
) language plpgsql as $$
declare
  v_known  ledger_transfer;
  v_debit  ledger_account;
  v_credit ledger_account;
  v_debit_no bigint;
  v_credit_no bigint;
begin
  select * into v_known from ledger_transfer where id = p_id;
  if found then
    transfer_state := v_known.state;
    transfer_amount := v_known.amount;
    outcome := case when v_known.debit_account = p_debit and v_known.credit_account = p_credit
        and v_known.kind = p_kind and v_known.sweep = p_sweep and (p_sweep or v_known.amount = p_amount)
      then 'repeated' else 'conflict' end;
    return;
  end if;

  select * into v_debit from ledger_account where id = p_debit;
  select * into v_credit from ledger_account where id = p_credit;
  if v_debit.id is null or v_credit.id is null then
    outcome := 'no_account';
    return;
  end if;
  if v_debit.currency <> v_credit.currency then
    outcome := 'currency_mismatch';
    return;
  end if;
  if p_kind = any (v_debit.barred) then
    outcome := 'barred';
    return;
  end if;

  transfer_amount := case when p_sweep then v_debit.balance - v_debit.held else p_amount end;
  if transfer_amount <= 0 or (not v_debit.house and v_debit.balance - v_debit.held < transfer_amount) then
    outcome := 'insufficient';
    transfer_amount := null;
    return;
  end if;
  if p_sweep and p_amount > 0 and transfer_amount <> p_amount then
    outcome := 'unexpected';
    transfer_amount := null;
    return;
  end if;

  transfer_state := case when p_pending then 'pending' else 'posted' end;
  v_debit_no := case when not v_debit.house then v_debit.movements + 1 end;
  v_credit_no := case when not v_credit.house then v_credit.movements + 1 end;
  begin
    insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no,
        credit_no, detail, settled_at)
      values (p_id, p_debit, p_credit, transfer_amount, p_kind, transfer_state, p_sweep, v_debit_no,
        v_credit_no, p_detail, case when not p_pending then now() end);
  exception when unique_violation then
    -- Another writer made this id for other accounts while we worked.
    outcome := 'conflict';
    transfer_state := null;
    transfer_amount := null;
    return;
  end;
  update ledger_account set
      balance = balance - case when p_pending then 0 else transfer_amount end,
      held = held + case when p_pending then transfer_amount else 0 end,
      movements = movements + (not house)::int
    where id = p_debit;
  update ledger_account set
      balance = balance + case when p_pending then 0 else transfer_amount end,
      incoming = incoming + case when p_pending then transfer_amount else 0 end,
      movements = movements + (not house)::int
    where id = p_credit;
  outcome := 'created';
end $$;

-- Makes a batch of transfers, each passing or failing by itself, in the order given.
-- A larger clean batch (no repeated id, no sweep, no shortfall, nothing barred) is written by one statement.
-- The rows are few and the tables large, so index look-ups only: a plan made while the tables were still
-- small, a sequential scan, would otherwise be kept as they grow.
create or replace function ledger_submit(
  p_id uuid[], p_debit bigint[], p_credit bigint[], p_amount bigint[], p_kind text[], p_pending boolean[],
  p_sweep boolean[], p_detail text[]
) returns table (idx int, outcome text, transfer_state text, transfer_amount bigint) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_count int := coalesce(array_length(p_id, 1), 0);
  v_clean boolean := false;
begin
  -- As ledger_lock does; written out, because a function in SQL would be parsed and planned at every call.
  perform from ledger_account where id = any (p_debit || p_credit) order by house, id for no key update;

  if v_count > 4 and not (true = any (p_sweep)) then
    with item as (
      select * from unnest(p_id, p_debit, p_credit, p_amount, p_kind, p_pending, p_detail)
        with ordinality as i (id, debit, credit, amount, kind, pending, detail, no)
    ), side as (
      select *, true as is_debit, debit as account, -amount as change from item
      union all
      select *, false, credit, case when pending then 0 else amount end from item
    ), entry as (
      select s.*, a.house, a.currency,
          a.balance - a.held + sum(s.change) over by_account as running,
          case when not a.house then a.movements + row_number() over by_account end as position,
          s.is_debit and s.kind = any (a.barred) as barred
        from side s join ledger_account a on a.id = s.account
        window by_account as (partition by s.account order by s.no)
    ), pair as materialized (
      select *, lead(position) over by_item as credit_position, lead(currency) over by_item as credit_currency
        from entry window by_item as (partition by no order by is_debit desc)
    ), verdict as materialized (
      select count(*) = 2 * v_count
          and count(distinct id) = v_count
          and bool_and((house or running >= 0) and amount > 0 and not barred
            and (not is_debit or currency = credit_currency))
          and not exists (select from ledger_transfer t where t.id = any (p_id)) as clean
        from pair
    ), written as (
      insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no,
          credit_no, detail, settled_at)
        select id, debit, credit, amount, kind, case when pending then 'pending' else 'posted' end, false,
            position, credit_position, detail::jsonb, case when not pending then now() end
          from pair
          where is_debit and (select clean from verdict)
    ), moved as (
      update ledger_account a set
          balance = a.balance + s.posted,
          held = a.held + s.held,
          incoming = a.incoming + s.incoming,
          movements = a.movements + case when a.house then 0 else s.entries end
        from (
          select account, count(*) as entries,
              sum(case when pending then 0 when is_debit then -amount else amount end)::bigint as posted,
              sum(case when pending and is_debit then amount else 0 end)::bigint as held,
              sum(case when pending and not is_debit then amount else 0 end)::bigint as incoming
            from pair group by account
        ) s
        where a.id = s.account and (select clean from verdict)
    )
    select clean into v_clean from verdict;
  end if;

  if v_clean then
    return query select n, 'created', case when p_pending[n] then 'pending' else 'posted' end, p_amount[n]
      from generate_series(1, v_count) n;
    return;
  end if;

  for n in 1 .. v_count loop
    return query select n, r.outcome, r.transfer_state, r.transfer_amount
      from ledger_submit_one(p_id[n], p_debit[n], p_credit[n], p_amount[n], p_kind[n], p_pending[n],
        p_sweep[n], p_detail[n]::jsonb) r;
  end loop;
end $$;

-- Settles pending transfers: posts or voids each. One that is settled already is left as it is.
create or replace function ledger_settle(p_id uuid[], p_post boolean[], p_outcome text[])
  returns table (idx int, outcome text, transfer_state text, transfer_amount bigint) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  perform from ledger_account
    where id = any (array(
      select unnest(array[t.debit_account, t.credit_account]) from ledger_transfer t where t.id = any (p_id)
    ))
    order by house, id for no key update;

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
end $$;
