-- expand
-- How members prove who they are, beyond the password: passkeys, an authenticator app, recovery codes. A session knows
-- whether its browser is new and when its member gave proof the last time. Sessions and browsers from before count as
-- known.
alter table session
  add column device_hash   bytea,
  add column is_new_device boolean not null default false,
  add column proved_at     timestamptz;

-- A browser is trusted once the member has given proof in it.
alter table member_device add column is_trusted boolean not null default true;

-- Members who have registered and not logged in yet: their first log-in makes its browser known. Members from before have
-- no row. Some of them have no known browser any more, and whoever comes next is then no first one.
create table awaited_login (
  member_id text primary key references member on delete cascade
);

-- Kept with the member's row, which a log-in and a proof lock: a factor that comes meanwhile is seen there.
alter table member
  add column has_totp   boolean not null default false,
  add column has_factor boolean not null default false;

create table member_passkey (
  id           text primary key, -- the credential's id, base64url
  member_id    text not null references member on delete cascade,
  public_key   bytea not null,
  sign_count   bigint not null, -- a copy of the passkey shows by a count that goes back
  transports   text[] not null,
  name         text not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz
);
create index member_passkey_member on member_passkey (member_id);

-- Challenges that a passkey has signed, until they end: each is used once.
create table used_challenge (
  challenge  text primary key,
  expires_at timestamptz not null
);
create index used_challenge_expiry on used_challenge (expires_at);

-- The authenticator app. Empty secrets are none: the new one is in force once it is confirmed by a code.
create table member_totp (
  member_id         text primary key references member on delete cascade,
  sealed_secret     bytea not null default '',
  sealed_new_secret bytea not null default '',
  last_step         bigint not null default 0 -- of the last used code: a code is valid once
);

create table member_recovery_code (
  member_id text not null references member on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (member_id, code_hash)
);

-- Withdrawals without a fresh proof count together.
create function refuse_unproven_payout() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger refuse_unproven_payout before insert on ledger_transfer for each row
  when (new.kind = 'withdraw' and new.detail ? 'unprovenAbove') execute function refuse_unproven_payout();
