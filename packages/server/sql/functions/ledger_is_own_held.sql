-- version 1
-- Tells whether two accounts are a member's wallet and held balance.
create or replace function ledger_is_own_held(p_wallet bigint, p_held bigint) returns boolean
language sql stable as $$
  select exists (select from protection where wallet_account = p_wallet and held_account = p_held);
$$;
