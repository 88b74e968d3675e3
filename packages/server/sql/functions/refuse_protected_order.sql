-- version 1
-- Refuses a new deposit order, gift link or draw that a member's break, exclusion or deposit limit forbids. The message
-- is the catalogue code, and the state is that of refuse_stopped. The shared lock of the wallet puts an order before or
-- after a break and never beside it.
-- Argument, for orders: the column with the amount, or `any` where the amount is not known yet.
create or replace function refuse_protected_order() returns trigger language plpgsql as $$
declare
  v_member protection;
  v_code text;
begin
  if tg_nargs > 0 then
    perform from ledger_account where id = (select wallet_account from member where id = new.member_id) for share;
  end if;
  select * into v_member from protection where member_id = new.member_id;
  if not found then
    return new;
  end if;
  v_code := protection_stop(v_member, new.created_at);
  if v_code is null and tg_nargs > 0
    and protection_left(v_member.member_id, v_member.wallet_account, 'deposit', new.created_at)
      < (case tg_argv[0] when 'any' then 1 else (to_jsonb(new) ->> tg_argv[0])::bigint end)
  then
    v_code := 'LIMIT_DEPOSIT';
  end if;
  if v_code is not null then
    raise exception using errcode = '23S01', message = v_code;
  end if;
  return new;
end $$;
