-- What members played, as the providers report it, and the bonuses and promotions they took.

-- How far each provider's report has been read, and who of several processes reads it.
create table turnover_cursor (
  provider     text primary key,
  cursor       text, -- the provider's own; null before the first page
  leased_until timestamptz not null default '-infinity'
);

-- Each entry of a report is taken in once.
create table turnover_entry (
  provider  text not null,
  reference text not null, -- the provider's own
  member_id text not null references member on delete cascade,
  category  text not null, -- of the provider, when the entry was taken in
  game      text not null,
  turnover  bigint not null check (turnover >= 0), -- stakes
  win_loss  bigint not null, -- winnings less stakes
  at        timestamptz not null, -- by the provider's clock
  taken_at  timestamptz not null default now(),
  primary key (provider, reference)
);
create index turnover_entry_member on turnover_entry (member_id, at);

-- All that a member ever played at a provider: with what was moved there it tells what lies on open tables.
create table turnover_total (
  provider  text not null,
  member_id text not null references member on delete cascade,
  turnover  bigint not null,
  win_loss  bigint not null,
  primary key (provider, member_id)
);

-- A bonus or a promotion that a member took. What it asks for is kept as it was at that moment.
create table user_bonus (
  id              uuid primary key,
  member_id       text not null references member on delete cascade,
  source          text not null check (source in ('bonus', 'promotion')),
  code            text not null,
  -- failing: its time is over, and what it costs waits for the credit to come home.
  state           text not null check (state in ('active', 'failing', 'cleared', 'failed', 'cancelled')),
  terms           jsonb not null,
  deposit_id      uuid unique, -- the deposit it was given on; no other bonus is given on that
  deposit_amount  bigint not null check (deposit_amount >= 0),
  bonus_amount    bigint not null check (bonus_amount > 0),
  credit_id       uuid not null unique, -- the transfer that gave it
  own_money       bigint not null check (own_money >= 0), -- all credit when it was taken
  position        bigint not null, -- of its transfer among the wallet's movements
  turnover_needed bigint not null check (turnover_needed >= 0),
  turnover_done   bigint not null default 0 check (turnover_done >= 0),
  win_loss        bigint not null default 0, -- winnings less stakes since it was taken
  activated_at    timestamptz not null,
  expires_at      timestamptz not null,
  check_at        timestamptz not null, -- when its end is next looked for
  ended_at        timestamptz,
  cost            bigint not null default 0 check (cost >= 0),
  cost_id         uuid unique, -- the transfer that took it back
  check ((state in ('active', 'failing')) = (ended_at is null)),
  check ((cost > 0) = (cost_id is not null))
);
-- One at a time, whatever is pressed at once.
create unique index user_bonus_open on user_bonus (member_id) where ended_at is null;
create unique index user_bonus_promotion on user_bonus (member_id, code) where source = 'promotion';
create index user_bonus_member on user_bonus (member_id, activated_at);
create index user_bonus_code on user_bonus (source, code);
create index user_bonus_check on user_bonus (check_at) where ended_at is null;

-- How often a member named a promotion code that is none, in the hour that began then.
create table promotion_miss (
  member_id text primary key references member on delete cascade,
  since     timestamptz not null,
  misses    int not null
);
