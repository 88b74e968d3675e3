-- version 1
-- Tells a member how a withdrawal, or credit that was long on its way, has ended. The statement that ends it writes the
-- notice. A withdrawal that its member cancelled is not told.
create or replace function tell_movement_end() returns trigger language plpgsql as $$
declare
  v_kind text;
  v_detail jsonb := jsonb_build_object('transfer', new.id, 'amount', new.amount::text);
begin
  if new.kind = 'withdraw' then
    if new.outcome ->> 'reason' = 'cancelled' then
      return null;
    end if;
    v_kind := case new.state when 'posted' then 'money_out' else 'money_back' end;
  elsif new.kind = 'game_out' and new.state = 'voided' then
    return null; -- the credit has stayed where it was
  else
    v_kind := 'credit';
    v_detail := v_detail || jsonb_build_object('credit',
      case when new.kind = 'game_out' then 'home' when new.state = 'posted' then 'in_game' else 'back' end);
  end if;
  perform add_notice(m.id, v_kind, new.id::text, v_detail) from member m
    where m.wallet_account = case new.kind when 'game_out' then new.credit_account else new.debit_account end;
  return null;
end $$;
