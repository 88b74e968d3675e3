-- version 1
-- Returns the money of a cancelled or refused withdrawal to the held balance that it came from, in the statement that
-- ends the withdrawal.
create or replace function hold_again() returns trigger language plpgsql as $$
declare
  v_held bigint;
  v_outcome text;
begin
  select held_account into strict v_held from protection where wallet_account = new.debit_account;
  select s.outcome into v_outcome
    from ledger_submit_one(gen_random_uuid(), new.debit_account, v_held, new.amount, 'held_return', false, false,
      jsonb_build_object('origin', new.id)) s;
  if v_outcome <> 'created' then
    raise exception 'withdrawal %: its money cannot be held again: %', new.id, v_outcome;
  end if;
  return null;
end $$;
