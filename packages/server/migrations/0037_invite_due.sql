-- expand
-- Friends whose play is to be worked out, in order: since when, or not before when where it failed.
alter table invite_friend add column due_at timestamptz not null default now();
drop index invite_friend_due;
create index invite_friend_due on invite_friend (due_at) where due;
