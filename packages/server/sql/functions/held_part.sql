-- version 1
-- Returns the held part of a deposit in minor units; null for none. It always reads by the key: a kept plan that was
-- made for a small table would scan it when it has grown.
create or replace function held_part(p_deposit uuid) returns bigint language sql stable set enable_seqscan = off as $$
  select amount from held_deposit where deposit_id = p_deposit;
$$;
