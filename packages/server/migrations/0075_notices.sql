-- expand
-- Members are told what happened to their money and their account: in a list, and by web push. A notice is written in
-- the transaction of what it tells, so it stands or falls with it. `subject` is what it tells, once.

-- No foreign key: its check would lock the member's row after the wallet, and others lock them the other way round.
create table notice (
  id         bigint generated always as identity,
  member_id  text not null,
  kind       text not null
    check (kind in ('money_in', 'money_out', 'money_back', 'correction', 'credit', 'chat', 'device', 'account', 'limit', 'protection')),
  subject    text not null check (subject <> ''),
  detail     jsonb not null,
  created_at timestamptz not null default now(),
  read_at    timestamptz,
  primary key (member_id, id),
  unique (member_id, kind, subject)
);
create index notice_unread on notice (member_id) where read_at is null;
create index notice_created on notice using brin (created_at);

-- Kinds that a member does not want to have pushed.
create table notice_off (
  member_id text not null references member on delete cascade,
  kind      text not null,
  primary key (member_id, kind)
);

-- A browser that notices are pushed to, until the session ends in which its member asked for it.
create table push_browser (
  member_id     text not null references member on delete cascade,
  endpoint_hash bytea not null,
  session_id    bigint not null references session on delete cascade,
  endpoint      text not null,
  service       text not null, -- the push service: a host, or a pattern of hosts
  p256dh        text not null,
  auth          text not null,
  language      text not null check (language in ('th', 'la', 'en')),
  created_at    timestamptz not null default now(),
  primary key (member_id, endpoint_hash)
);
create index push_browser_session on push_browser (session_id);
create index push_browser_endpoint on push_browser (endpoint_hash);

-- A push on its way. It has all that sending needs: a notice of a changed password reaches the browsers whose sessions
-- that change ends.
create table push_delivery (
  id            bigint generated always as identity primary key,
  kind          text not null,
  endpoint_hash bytea not null,
  endpoint      text not null,
  p256dh        text not null,
  auth          text not null,
  language      text not null,
  service       text not null,
  attempts      int not null default 0,
  next_at       timestamptz not null default now(),
  created_at    timestamptz not null default now()
);
create index push_delivery_service on push_delivery (service, next_at);
create index push_delivery_endpoint on push_delivery (endpoint_hash);

create function tell_deposit() returns trigger language plpgsql as $$ begin return null; end $$;
create function tell_correction() returns trigger language plpgsql as $$ begin return null; end $$;
create function tell_movement_end() returns trigger language plpgsql as $$ begin return null; end $$;
create function tell_reply() returns trigger language plpgsql as $$ begin return null; end $$;
create function read_replies() returns trigger language plpgsql as $$ begin return null; end $$;
create function forget_pushes() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger tell_deposit after insert on ledger_transfer for each row
  when (new.kind in ('deposit', 'suspense_out') and new.credit_no is not null and new.state = 'posted')
  execute function tell_deposit();
create trigger tell_correction after insert on ledger_transfer for each row
  when (new.kind = 'adjustment' and new.state = 'posted') execute function tell_correction();
create trigger tell_withdrawal after update on ledger_transfer for each row
  when (new.kind = 'withdraw' and old.state = 'pending' and new.state <> 'pending')
  execute function tell_movement_end();
-- Credit that arrives while the player waits is told by the app itself.
create trigger tell_late_credit after update on ledger_transfer for each row
  when (new.kind in ('game_in', 'game_out') and old.state = 'pending' and new.state <> 'pending'
    and new.settled_at > new.created_at + interval '10 seconds')
  execute function tell_movement_end();
create trigger tell_reply after insert on chat_message for each row
  when (new.sender = 'operator') execute function tell_reply();
create trigger read_replies after update of read_seq on chat_conversation for each row
  when (new.member_id is not null and new.read_seq > old.read_seq) execute function read_replies();
-- A browser that gets no more pushes takes along what is on its way to it.
create trigger forget_pushes after delete on push_browser for each row execute function forget_pushes();

create index protection_limit_due on protection_limit (pending_from) where pending_from is not null;
