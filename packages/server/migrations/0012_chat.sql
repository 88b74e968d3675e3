-- Conversations with the operator's support.

-- One a customer: a member, or a guest under an id that only their browser knows.
create table chat_conversation (
  id         text        primary key, -- the id of the room: the member's id, or the guest's
  member_id  text references member,
  last_seq   int         not null default 0,
  read_seq   int         not null default 0, -- up to where the customer has read
  created_at timestamptz not null default now(),
  constraint chat_read_to_the_end check (read_seq <= last_seq)
);

create table chat_message (
  id              uuid        primary key, -- made by whoever wrote it
  conversation_id text        not null references chat_conversation,
  seq             int         not null, -- counts the conversation's messages, without gaps
  sender          text        not null check (sender in ('customer', 'operator')),
  content         jsonb       not null,
  session_id      text        not null default '',
  username        text        not null default '',
  name            text        not null default '',
  created_at      timestamptz not null default now(),
  handed_on_at    timestamptz, -- when the support desk took a customer's message
  constraint chat_message_order unique (conversation_id, seq)
);
create index chat_outbox on chat_message (conversation_id, seq)
  where sender = 'customer' and handed_on_at is null;

-- Pictures and videos. They live here so that every server process has them.
create table chat_file (
  name            text        primary key, -- nobody can guess it: knowing it is the right to see the file
  conversation_id text        not null,
  mime            text        not null,
  content         bytea       not null,
  created_at      timestamptz not null default now()
);
-- Parts of a video are read by their place, which compressed columns do not allow.
alter table chat_file alter column content set storage external;

-- What Socket.IO sends between processes when it is too long for a notification.
create table socket_io_attachments (
  id         bigserial   unique,
  created_at timestamptz default now(),
  payload    bytea
);
