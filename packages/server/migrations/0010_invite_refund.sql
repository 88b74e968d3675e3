-- What members play day by day and the refunds of what they lost; who invited whom, and what that earned.

-- Sums of the providers' reports, by member and date in Bangkok. What was played while a bonus was open is
-- left out.
create table play_day (
  member_id text not null references member on delete cascade,
  day       date not null,
  win_loss  bigint not null default 0, -- winnings less stakes
  refund_id uuid, -- the refund that looked at this day; what is reported later counts on the day it comes in
  primary key (member_id, day)
);

create table refund (
  id          uuid primary key, -- also the ledger transfer's
  member_id   text not null references member on delete cascade,
  period_from timestamptz not null,
  period_to   timestamptz not null check (period_to > period_from),
  net_loss    bigint not null check (net_loss > 0),
  amount      bigint not null check (amount > 0 and amount <= net_loss),
  created_at  timestamptz not null default now(),
  -- One receive a period, whatever is pressed at once.
  constraint refund_once unique (member_id, period_from)
);
create index refund_member on refund (member_id, created_at desc);

-- Who registered on whose link. The inviter is there first and the row is made with the friend, so nobody's
-- chain of inviters ever leads back to themselves.
create table invite_friend (
  friend_id  text primary key references member on delete cascade,
  inviter_id text not null references member on delete cascade,
  joined_at  timestamptz not null default now(),
  turnover   bigint not null default 0 check (turnover >= 0), -- all stakes since
  -- Played since it was last worked out what that earns.
  due        boolean not null default false,
  check (friend_id <> inviter_id)
);
create index invite_friend_inviter on invite_friend (inviter_id, joined_at);
create index invite_friend_due on invite_friend (friend_id) where due;

create table invite_collection (
  id          uuid primary key, -- also the ledger transfer's
  member_id   text not null references member on delete cascade,
  period_from timestamptz not null,
  amount      bigint not null check (amount > 0),
  created_at  timestamptz not null default now(),
  constraint invite_collection_once unique (member_id, period_from)
);

create table invite_bonus (
  id            uuid primary key,
  inviter_id    text not null references member on delete cascade,
  friend_id     text not null references member on delete cascade,
  source        text not null check (source in ('deposit', 'play')),
  deposit_id    uuid unique, -- a deposit earns once
  day           date not null, -- in Bangkok, when it was earned
  amount        bigint not null check (amount > 0),
  created_at    timestamptz not null default now(),
  collection_id uuid references invite_collection,
  check ((source = 'deposit') = (deposit_id is not null))
);
create index invite_bonus_inviter on invite_bonus (inviter_id, created_at desc);
create index invite_bonus_waiting on invite_bonus (inviter_id) where collection_id is null;
create index invite_bonus_friend on invite_bonus (friend_id);
-- What one day's play earns is one row that grows until it is collected.
create unique index invite_bonus_play on invite_bonus (friend_id, day)
  where source = 'play' and collection_id is null;

-- Names that differ only in titles, case, dots and spaces are one.
create function person_key(p_name text) returns text language sql immutable as $$
  select regexp_replace(
    regexp_replace(upper(p_name), '^\s*((MRS|MR|MISS|MS)(\.|\s)|นางสาว|นาย|นาง|ທ້າວ|ນາງ)', ''), '[\s.]+', '', 'g');
$$;

create index member_person on member (person_key(name));
create index member_account_person on member (person_key(bank_account_name));
create index member_account_no on member (bank_account_no);

-- Members who registered with a code before codes were kept as links.
insert into invite_friend (friend_id, inviter_id, joined_at)
  select friend.id, inviter.id, friend.created_at
    from member friend join member inviter on friend.invite_code = 'PR' || inviter.id
    where inviter.created_at < friend.created_at;
