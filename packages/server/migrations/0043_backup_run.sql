-- expand
-- Each copy of the database that was made, so that an alarm can tell when the last one is too old. Rows are only added.
create table backup_run (
  id          bigint generated always as identity primary key,
  taken_at    timestamptz not null default now(), -- the moment whose data the copy holds
  recorded_at timestamptz not null default now(),
  tool        text not null check (tool <> ''),   -- what made it, such as `npm run backup` or pgBackRest
  place       text not null default '',           -- where it is
  check (taken_at <= recorded_at + interval '5 minutes')
);
create index backup_run_taken on backup_run (taken_at);
