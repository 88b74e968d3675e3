-- What is counted so that nobody can guess or flood, by all server processes together.

-- Written by rate-limiter-flexible, which gives these columns their names and their order. Keys are digests: whoever
-- reads the table learns no address and no phone.
create table limit_count (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint -- milliseconds since 1970
);
create index limit_count_expire on limit_count (expire);

-- Who tried to log in as a phone and has to wait before the next try.
create table login_back_off (
  key        bytea       primary key, -- digest of the phone and of where the tries came from
  tries      int         not null check (tries > 0),
  is_counted boolean     not null default false, -- among the phones that its address tried in vain
  next_at    timestamptz not null, -- no try before
  forget_at  timestamptz not null
);
create index login_back_off_forget on login_back_off (forget_at);

-- Browsers in which a member has logged in: the tries of others do not hold these up.
create table member_device (
  member_id     text        not null references member on delete cascade,
  device_hash   bytea       not null,
  last_login_at timestamptz not null,
  primary key (member_id, device_hash)
);
create index member_device_last_login on member_device (last_login_at);

-- What a code was asked for, and the browser or, from clients that name none, the address that answered it. A row
-- with neither is from before these columns and ends within half an hour.
alter table otp
  add column purpose text not null default 'register' check (purpose in ('register'));
alter table verified_phone
  add column purpose      text not null default 'register' check (purpose in ('register')),
  add column device_hash  bytea,
  add column address_hash bytea;

-- For the cleaner.
create index session_expiry on session (expires_at);
create index otp_created on otp (created_at);
create index verified_phone_until on verified_phone (verified_until);
-- Files of the chat that a look has found sent; the others are thrown away after a day.
alter table chat_file add column is_sent boolean not null default false;
create index chat_file_unsent on chat_file (created_at) where not is_sent;
