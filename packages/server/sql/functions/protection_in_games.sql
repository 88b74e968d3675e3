-- version 2
-- Sums from its movements the credit that a wallet has put into games since a moment and that has not come home, in
-- minor units.
create or replace function protection_in_games(p_wallet bigint, p_from timestamptz) returns bigint
language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from protection_play(p_wallet, p_from, 'infinity', 9223372036854775807);
$$;
