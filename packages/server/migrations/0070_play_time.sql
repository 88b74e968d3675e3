-- expand
-- How long members play, and what they staked and won since their last reality check.

-- The parts of a day, in Bangkok, in which a member played at a provider: bit n is for the five minutes from minute 5n.
-- A set bit says the same however often and in which order play is told, so late reports and launches count once.
create table play_time (
  member_id text not null references member on delete cascade,
  day       date not null,
  provider  text not null,
  slots     bit(288) not null,
  primary key (member_id, day, provider)
);

-- What a member played since the last answered reality check, or since they began to play. The check is due when
-- `slots` times five minutes reach the minutes that the member chose. `no` counts the checks.
create table reality_check (
  member_id text primary key references member on delete cascade,
  no        int not null default 1,
  from_at   timestamptz, -- the earliest play that counts; none before there is any
  slots     int not null default 0 check (slots >= 0),
  staked    bigint not null default 0,
  won       bigint not null default 0
);

-- `reality_check`: the member chose the minutes between two reality checks.
alter table protection_change drop constraint protection_change_what_check;
alter table protection_change add constraint protection_change_what_check
  check (what in ('limit', 'ask', 'confirm', 'break', 'exclusion', 'exclusion_end', 'review', 'reality_check'));
