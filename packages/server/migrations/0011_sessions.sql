-- What a member is told of the places where they are logged in.
alter table session
  add column user_agent       text        not null default '',
  add column last_seen_at     timestamptz not null default now(), -- to the minute
  -- When the password was last given, or changed, in this session: older than the password, it is over.
  add column authenticated_at timestamptz not null default now();
update session set last_seen_at = created_at, authenticated_at = created_at;
