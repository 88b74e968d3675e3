-- version 1
-- Tells a member that staff have corrected the balance, in the statement that moves the money.
create or replace function tell_correction() returns trigger language plpgsql as $$
begin
  perform add_notice(m.id, 'correction', new.id::text, jsonb_strip_nulls(jsonb_build_object('transfer', new.id,
      'amount', new.amount::text, 'isTaken', case when m.wallet_account = new.debit_account then true end)))
    from member m where m.wallet_account in (new.debit_account, new.credit_account);
  return null;
end $$;
