-- version 1
-- Refuses a new row while its switch is stopped, or its member is frozen. The message is the catalogue code.
-- The state's class, 23, is the class of constraints: in a batch only the one row fails.
-- Arguments: the switch, and the code of a refusal by it.
create or replace function refuse_stopped() returns trigger language plpgsql as $$
declare
  v_frozen boolean;
begin
  if exists (select from control where name = tg_argv[0] and stopped) then
    raise exception using errcode = '23S01', message = tg_argv[1];
  end if;
  if tg_table_name = 'ledger_transfer' then
    select m.disabled_at is not null into v_frozen from member m where m.wallet_account = new.debit_account;
  else
    select m.disabled_at is not null into v_frozen from member m where m.id = new.member_id;
  end if;
  if v_frozen then
    raise exception using errcode = '23S01', message = 'INACTIVE_USER';
  end if;
  return new;
end $$;
