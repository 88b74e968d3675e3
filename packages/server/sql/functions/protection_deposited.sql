-- version 2
-- Sums from its movements what a wallet's deposits have made playable since a moment, in minor units.
create or replace function protection_deposited(p_wallet bigint, p_from timestamptz) returns bigint
language sql stable as $$
  select protection_paid_in(p_wallet, p_from, 'infinity', 9223372036854775807);
$$;
