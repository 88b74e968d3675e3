-- version 1
-- Blocks withdrawals of a member while a bonus is open. It is a trigger, so that it holds whichever process writes the
-- bonus. The writer holds the account's lock already.
create or replace function user_bonus_bars() returns trigger language plpgsql as $$
begin
  update ledger_account set barred = array_remove(barred, 'withdraw')
      || case when new.ended_at is null then array['withdraw'] else '{}'::text[] end
    where id = (select wallet_account from member where id = new.member_id);
  return null;
end $$;
