-- expand
-- Entries of reports that are older than a setting says are added up by day, so that the table of entries is bounded.

-- Everything before this moment has been added up, or is about to be: an entry that is told of so late is put aside,
-- since nothing tells any more whether it was counted before.
create table turnover_horizon (
  singleton     boolean primary key default true check (singleton),
  rolled_before timestamptz not null default '-infinity'
);
insert into turnover_horizon default values;

create table turnover_day (
  provider  text not null,
  member_id text not null references member on delete cascade,
  category  text not null,
  day       date not null, -- in Bangkok
  entries   bigint not null,
  turnover  bigint not null,
  win_loss  bigint not null,
  primary key (member_id, day, provider, category)
);

-- What the entries that were added up count for a bonus, each by the terms of the bonus.
create table turnover_counted (
  bonus_id uuid primary key,
  counted  bigint not null check (counted >= 0)
);

create table turnover_late (
  provider  text not null,
  reference text not null,
  member_id text not null references member on delete cascade,
  turnover  bigint not null,
  win_loss  bigint not null,
  at        timestamptz not null,
  taken_at  timestamptz not null default now(),
  primary key (provider, reference)
);

create index turnover_entry_at on turnover_entry using brin (at) with (pages_per_range = 32, autosummarize = on);
