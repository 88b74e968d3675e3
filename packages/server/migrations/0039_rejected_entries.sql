-- expand
-- Entries of feeds and reports that could not be taken in: put aside for a person, so that the rest goes on.
create table rejected_entry (
  id         uuid primary key, -- derived from source and entry: the same one is put aside once
  source     text not null,
  reason     text not null,
  entry      text not null, -- as it was sent
  created_at timestamptz not null default now(),
  closed_at  timestamptz, -- when a person had found out what it was
  note       text not null default ''
);
create index rejected_entry_open on rejected_entry (created_at) where closed_at is null;
