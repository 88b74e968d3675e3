-- version 1
-- Tells a member of a deposit, in the statement that credits it, and of what was held of it. The triggers of a table run
-- in the order of their names: `hold_excess` has run.
create or replace function tell_deposit() returns trigger language plpgsql as $$
begin
  perform add_notice(m.id, 'money_in', new.id::text, jsonb_strip_nulls(jsonb_build_object('transfer', new.id,
      'amount', new.amount::text, 'held', (select amount::text from held_deposit where deposit_id = new.id))))
    from member m where m.wallet_account = new.credit_account;
  return null;
end $$;
