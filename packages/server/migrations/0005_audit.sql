-- The daily audit: the first of several processes to write the day's row does it.

create table audit_run (
  day         date primary key, -- in Bangkok
  started_at  timestamptz not null default now(),
  finished_at timestamptz,
  wrong       int,
  attention   int
);
