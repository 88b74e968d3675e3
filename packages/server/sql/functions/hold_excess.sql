-- version 2
-- Moves what a deposit brings beyond a limit, or during a break or an exclusion, on to the held balance. It runs at the
-- end of the statement that credits the wallet, under the wallet's lock: nobody sees the money playable in between.
-- The deposit is counted by itself, and what is held of it is counted back by its own transfer.
create or replace function hold_excess() returns trigger language plpgsql as $$
declare
  v_member protection;
  v_reason text;
  v_excess bigint;
  v_id uuid;
  v_outcome text;
begin
  select * into v_member from protection where wallet_account = new.credit_account;
  if not found then
    return null;
  end if;
  perform protection_count(v_member.member_id, new, false, null);
  v_reason := protection_stop(v_member, new.created_at);
  -- Null where there is neither a reason nor a limit.
  v_excess := case when v_reason is not null then new.amount
    else -protection_left(v_member.member_id, new.credit_account, 'deposit', new.created_at) end;
  if v_excess is null or v_excess <= 0 then
    return null;
  end if;
  v_excess := least(v_excess, new.amount);
  v_reason := coalesce(v_reason, 'LIMIT_DEPOSIT');
  v_id := gen_random_uuid();
  select s.outcome into v_outcome
    from ledger_submit_one(v_id, new.credit_account, v_member.held_account, v_excess, 'held_in', false, false,
      jsonb_build_object('origin', new.id, 'reason', v_reason)) s;
  if v_outcome <> 'created' then
    raise exception 'deposit %: % of it cannot be held: %', new.id, v_excess, v_outcome;
  end if;
  insert into held_deposit (deposit_id, transfer_id, amount, reason) values (new.id, v_id, v_excess, v_reason);
  return null;
end $$;
