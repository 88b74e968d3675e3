-- expand
-- Filters of the console's rooms that staff keep, and may share.
create table staff_view (
  id         uuid primary key,
  staff_id   uuid not null references staff on delete cascade,
  room       text not null,
  name       text not null check (name <> ''),
  filters    text not null,
  shared     boolean not null,
  created_at timestamptz not null default now(),
  unique (staff_id, room, name)
);
create index staff_view_shared on staff_view (name, id) where shared;
