-- The wheel: the coins a deposit earns, the seed of each member's next draw, draws, and the coupons they give.
-- The coins themselves are member.coin, which may not go below zero.

create table spin_member (
  member_id     text primary key references member on delete cascade,
  -- Up to where, in the numbering of the wallet's account, deposits have been counted for coins.
  counted       bigint not null default 0,
  -- The seed of the next draw: its hash has been shown, the seed itself has not.
  server_seed   bytea not null check (length(server_seed) = 32),
  nonce         int not null default 0 -- how many draws there have been
);

-- What a member has deposited in a day, by Bangkok's calendar, and the coins that has given.
create table coin_day (
  member_id text not null references member on delete cascade,
  day       date not null,
  deposited bigint not null check (deposited >= 0), -- minor units
  coins     int not null check (coins >= 0),
  primary key (member_id, day)
);

create table spin_draw (
  id             uuid primary key, -- the same for a repeated request
  member_id      text not null references member on delete cascade,
  nonce          int not null,
  server_seed    bytea not null,
  client_seed    text not null,
  slices         jsonb not null, -- code, label and weight of each, in their order on the wheel
  won            int not null, -- which of them
  remaining_coin int not null,
  created_at     timestamptz not null default now(),
  unique (member_id, nonce)
);

create table spin_coupon (
  draw_id    uuid primary key references spin_draw on delete cascade, -- a draw gives one at most
  member_id  text not null references member on delete cascade,
  code       text not null,
  label      jsonb not null, -- per language
  prize      jsonb not null, -- as it was when it was won
  expires_at timestamptz not null,
  claim_id   uuid unique, -- the same for a repeated request; null while it can be claimed
  claimed_at timestamptz,
  check ((claim_id is null) = (claimed_at is null))
);
create index spin_coupon_held on spin_coupon (member_id, code, expires_at) where claim_id is null;
