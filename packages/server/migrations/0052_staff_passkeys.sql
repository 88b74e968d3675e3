-- expand
-- Passkeys of staff, and the challenges that a browser signs, each valid once.
create table staff_passkey (
  id           text primary key, -- the credential's id, base64url
  staff_id     uuid not null references staff on delete cascade,
  public_key   bytea not null,
  sign_count   bigint not null, -- a copy of the passkey shows by a count that goes back
  transports   text[] not null,
  name         text not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id);

create table staff_challenge (
  challenge  text primary key,
  staff_id   uuid references staff on delete cascade, -- whose new passkey it is for; null: to sign in
  expires_at timestamptz not null
);
create index staff_challenge_expiry on staff_challenge (expires_at);
