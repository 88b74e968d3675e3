-- expand
-- Lists that staff have exported. The file is written when it is asked for, so that the file that was approved is the
-- one that is downloaded.
create table staff_export (
  id         uuid primary key,
  kind       text not null check (kind in ('members', 'payouts', 'audit')),
  filter     jsonb not null,
  reason     text not null,
  maker      uuid not null references staff,
  is_masked  boolean not null,
  row_count  int not null check (row_count >= 0),
  state      text not null check (state in ('waiting', 'ready', 'refused')),
  created_at timestamptz not null,
  expires_at timestamptz not null, -- of the proposal, then of the file
  downloads  int not null default 0
);

-- The files, a page of the list a row. Those that nobody may download any more are deleted by age.
create table staff_export_part (
  export_id  uuid not null, -- stored before its export
  no         int not null,
  text       text not null,
  created_at timestamptz not null default now(),
  primary key (export_id, no)
);
create index staff_export_part_age on staff_export_part (created_at);
