-- Game accounts at providers, payment QR orders, the settlement schedule and operator content.

create table game_account (
  member_id         text not null references member on delete cascade,
  provider          text not null,
  username          text not null,
  sealed_password   bytea not null, -- encrypted with the server's secret key
  balance           bigint not null default 0, -- as the provider said last, minor units
  balance_at        timestamptz,
  active            boolean not null default false, -- the provider has confirmed the player
  password_reset_at timestamptz,
  created_at        timestamptz not null default now(),
  primary key (member_id, provider),
  unique (provider, username)
);

create table qr_order (
  id         uuid primary key, -- also our reference at the gateway
  member_id  text not null references member on delete cascade,
  provider   text not null,
  amount     bigint not null check (amount > 0),
  state      text not null check (state in ('creating', 'open', 'paid', 'cancelled', 'failed')),
  payload    text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index qr_order_member on qr_order (member_id, created_at desc);
create unique index qr_order_live on qr_order (member_id) where state in ('creating', 'open');

-- When a pending transfer is next asked about at its other side. A row appears with the first asking.
create table settlement_attempt (
  transfer_id uuid primary key,
  attempts    int not null,
  next_at     timestamptz not null
);

create table content (
  singleton boolean primary key default true check (singleton),
  version   text not null, -- hash of the value
  value     jsonb not null,
  loaded_at timestamptz not null default now()
);
