-- version 3
-- Makes one transfer whose accounts are locked already. This is the careful path: repeats, sweeps, shortfalls.
-- A sweep with a positive amount moves exactly that amount or nothing, so that a stale figure is never paid.
-- The accounts are written before the transfer, whose triggers make further transfers of them (hold_excess).
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
  v_made ledger_transfer;
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
  -- What is paid out of the held balance only passes through the wallet.
  if p_kind = any (v_debit.barred) and not p_detail ? 'held' then
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
    insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no,
        credit_no, detail, settled_at)
      values (p_id, p_debit, p_credit, transfer_amount, p_kind, transfer_state, p_sweep, v_debit_no,
        v_credit_no, p_detail, case when not p_pending then now() end)
      returning * into v_made;
  exception when unique_violation then
    -- Another writer made this id for other accounts meanwhile.
    outcome := 'conflict';
    transfer_state := null;
    transfer_amount := null;
    return;
  end;
  if (v_debit.guarded or v_credit.guarded) and p_kind in ('game_in', 'game_out', 'held_in', 'held_release') then
    perform protection_count(p.member_id, v_made, false, null)
      from protection p where p.wallet_account in (p_debit, p_credit);
  end if;
  outcome := 'created';
end $$;
