-- version 2
-- Returns what a member's limits of one kind leave at a moment, in minor units: the tightest holds. It is below zero
-- where a limit was lowered below what had moved; null without a limit.
create or replace function protection_left(p_member text, p_wallet bigint, p_kind text, p_at timestamptz) returns bigint
language sql stable as $$
  select min(l.amount - protection_used(l, p_wallet, p_at))
    from protection_limit l where l.member_id = p_member and l.kind = p_kind;
$$;
