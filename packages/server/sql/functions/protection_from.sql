-- version 1
-- Returns the beginning of the day, week (from Monday) or month in Bangkok that contains a moment.
create or replace function protection_from(p_period text, p_at timestamptz) returns timestamptz
language sql stable as $$
  select date_trunc(p_period, p_at at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok';
$$;
