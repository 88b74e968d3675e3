-- expand
-- Staff of the operator: accounts, second factors, sessions, approvals by a second person, and the record of every act.
create table staff (
  id                  uuid primary key,
  email               text not null unique check (email = lower(email)),
  name                text not null,
  password_hash       text, -- none until the first link is used
  password_changed_at timestamptz not null default now(),
  sealed_totp         bytea not null default '', -- the confirmed secret of the authenticator app; empty: none
  sealed_new_totp     bytea not null default '', -- the one being set up
  totp_step           bigint not null default 0, -- the last step whose code was used
  disabled_at         timestamptz,
  created_at          timestamptz not null default now()
);

create table staff_role (
  staff_id uuid not null references staff on delete cascade,
  role     text not null,
  primary key (staff_id, role)
);

create table staff_recovery_code (
  staff_id  uuid not null references staff on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (staff_id, code_hash)
);

create table staff_link (
  token_hash bytea primary key,
  staff_id   uuid not null references staff on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz
);

create table staff_session (
  id         uuid primary key,
  token_hash bytea not null unique,
  staff_id   uuid not null references staff on delete cascade,
  address    text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  seen_at    timestamptz not null default now()
);
create index staff_session_staff on staff_session (staff_id);

-- The maker of a proposal and the person it is about do not decide it.
create table approval (
  id              uuid primary key,
  action          text not null,
  subject         text not null,
  subject_staff   uuid references staff,
  payload         jsonb not null,
  reason          text not null,
  maker           uuid not null references staff,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  decision        text check (decision in ('approve', 'refuse')),
  decided_by      uuid references staff,
  decided_at      timestamptz,
  decision_reason text,
  constraint approval_decided check (num_nulls(decision, decided_by, decided_at, decision_reason) in (0, 4)),
  constraint approval_four_eyes check (decided_by <> maker and decided_by <> subject_staff),
  constraint approval_in_time check (decided_at < expires_at)
);
create index approval_open on approval (id) where decided_at is null;
create index approval_decided_at on approval (id) where decided_at is not null;

-- Acts of staff, each row with the hash of the row before it. staff_audit_add is the only writer.
create table staff_audit (
  id            bigint primary key,
  at            timestamptz not null,
  actor         uuid, -- none: a command
  actor_name    text not null,
  roles         text[] not null,
  session_id    uuid,
  address       text not null,
  request_id    text not null,
  action        text not null,
  subject       text not null,
  outcome       text not null check (outcome in ('done', 'refused')),
  reason        text not null,
  before        jsonb,
  after         jsonb,
  approval_id   uuid,
  previous_hash bytea not null,
  hash          bytea not null
);
create index staff_audit_actor on staff_audit (actor, id);
create index staff_audit_subject on staff_audit (subject, id);
create index staff_audit_action on staff_audit (action, id);

-- The chain's end: its lock is the order of the rows, and a row deleted at the end is missed here.
create table staff_audit_end (
  one  boolean primary key default true check (one),
  id   bigint not null,
  hash bytea not null
);
insert into staff_audit_end (id, hash) values (0, '');

-- Its body arrives in the same transaction, from sql/functions.
create function staff_audit_stays() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger staff_audit_stays before update or delete on staff_audit
  for each row execute function staff_audit_stays();
create trigger staff_audit_is_kept before truncate on staff_audit
  for each statement execute function staff_audit_stays();
