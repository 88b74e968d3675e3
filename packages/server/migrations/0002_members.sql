-- Members, their sessions and the one-time codes that prove their phones.

create table member (
  id                  text primary key,
  username            text not null unique, -- the phone number
  name                text not null,
  password_hash       text not null,
  password_changed_at timestamptz not null default now(),
  disabled_at         timestamptz,
  source_code         text not null,
  invite_code         text not null,
  bank_code           text not null,
  bank_account_name   text not null,
  bank_account_no     text not null,
  currency            text not null check (currency in ('BAHT', 'LAK')),
  coin                int not null default 0 check (coin >= 0),
  wallet_account      bigint not null unique,
  created_at          timestamptz not null default now(),
  constraint member_bank_account unique (bank_code, bank_account_no)
);

create table session (
  id         bigint generated always as identity primary key,
  token_hash bytea not null unique, -- SHA-256 of the bearer token; the token itself is kept nowhere
  member_id  text not null references member on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_member on session (member_id);

create table otp (
  token_hash  bytea primary key,
  phone       text not null,
  ref         text not null,
  code_hash   bytea not null,
  attempts    int not null default 0,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  verified_at timestamptz
);
create index otp_phone on otp (phone, created_at);

-- A phone that answered its code may register until then; registering uses it up.
create table verified_phone (
  phone          text primary key,
  verified_until timestamptz not null
);
