-- version 1
-- Returns what a limit counts at a moment, in minor units, from the sums that are kept of it. Only where none are kept,
-- as for a limit that an older process has just set, it is summed from the movements.
create or replace function protection_used(p_limit protection_limit, p_wallet bigint, p_at timestamptz) returns bigint
language plpgsql stable as $$
declare
  v_since timestamptz := protection_from(p_limit.period, p_at);
begin
  if p_limit.counted_since <= v_since then
    return (
      select coalesce(sum(s.amount), 0)::bigint from protection_sum s
        where s.member_id = p_limit.member_id and s.kind = p_limit.kind and s.period = p_limit.period
          and s.since = v_since);
  elsif p_limit.kind = 'deposit' then
    return protection_deposited(p_wallet, v_since);
  end if;
  return protection_in_games(p_wallet, v_since);
end $$;
