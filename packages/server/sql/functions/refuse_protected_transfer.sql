-- version 1
-- Refuses a transfer that a member's break, exclusion or limit forbids. The message is the catalogue code, and the state
-- is that of refuse_stopped. The wallet is locked, so no other transfer passes the limit at the same time.
-- Arguments: the kind of the limits that count the transfer, if any, and the code of a refusal by them.
create or replace function refuse_protected_transfer() returns trigger language plpgsql as $$
declare
  v_wallet bigint := case when new.kind = 'game_in' then new.debit_account else new.credit_account end;
  v_member protection;
  v_code text;
begin
  select * into v_member from protection where wallet_account = v_wallet;
  if not found then
    return new;
  end if;
  v_code := protection_stop(v_member, new.created_at);
  if v_code is null and tg_nargs > 0
    and protection_left(v_member.member_id, v_wallet, tg_argv[0], new.created_at) < new.amount
  then
    v_code := tg_argv[1];
  end if;
  if v_code is not null then
    raise exception using errcode = '23S01', message = v_code;
  end if;
  return new;
end $$;
