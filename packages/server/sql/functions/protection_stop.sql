-- version 1
-- Returns why a member plays and receives nothing at a moment: EXCLUDED or ON_BREAK; null when nothing stops them.
create or replace function protection_stop(p_member protection, p_at timestamptz) returns text
language sql immutable as $$
  select case
    when (p_member).excluded_at is not null
      and ((p_member).exclusion_ends_at is null or (p_member).exclusion_ends_at > p_at) then 'EXCLUDED'
    when (p_member).break_until > p_at then 'ON_BREAK'
  end;
$$;
