-- version 1
-- Has what a wallet moves counted, from the statement on that sets a limit, a break or an exclusion.
-- It is a trigger, so that it holds whichever process sets one.
create or replace function guard_wallet() returns trigger language plpgsql as $$
begin
  update ledger_account set guarded = true
    where id = (select wallet_account from protection where member_id = new.member_id) and not guarded;
  return null;
end $$;
