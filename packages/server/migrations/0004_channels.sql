-- Every way money comes in and goes out: polling of QR orders, feeds, slips, gift links, payouts that can
-- be delayed and cancelled, and transfers that go on from one game to another.

alter table member add column bank_changed_at timestamptz;

-- A gateway is asked about an order whose callback may never come.
alter table qr_order add column poll_at timestamptz not null default now() + interval '10 seconds';
create index qr_order_poll on qr_order (poll_at);

-- Who of several processes reads a feed, and how far it has been read.
create table feed (
  name         text primary key,
  cursor       text not null default '',
  leased_until timestamptz not null default '-infinity'
);

-- The first row about a payout decides: handed to the bank, or cancelled by the member.
create table payout_decision (
  transfer_id uuid primary key,
  decision    text not null check (decision in ('hand_over', 'cancel')),
  decided_at  timestamptz not null default now()
);

-- What happens to credit once it has come back from a game: on to another one.
create table onward_transfer (
  transfer_id uuid primary key, -- from the first game to the main wallet
  onward_id   uuid not null unique, -- from there to the second game
  member_id   text not null references member on delete cascade,
  to_provider text not null,
  done        boolean not null default false,
  created_at  timestamptz not null default now()
);
create index onward_transfer_open on onward_transfer (created_at) where not done;

create table slip (
  id           uuid primary key,
  member_id    text not null references member on delete cascade,
  state        text not null check (state in ('processing', 'success', 'failed')),
  step         text not null check (step in ('received', 'reading', 'asking', 'waiting', 'done')),
  note         text not null default '', -- the reason code of a refused slip
  amount       bigint not null default 0,
  sending_bank text not null default '',
  reference    text not null default '',
  attempts     int not null default 0,
  next_at      timestamptz not null default now(),
  created_at   timestamptz not null default now()
);
create index slip_member on slip (member_id, created_at desc);
create index slip_open on slip (next_at) where state = 'processing';

-- Kept apart from the rows that lists read. Re-encoded by us, never the bytes as they came.
create table slip_image (
  slip_id uuid primary key references slip on delete cascade,
  jpeg    bytea not null
);

-- A bank's reference is claimed by one slip, whoever uploads it first.
create table slip_reference (
  sending_bank text not null,
  reference    text not null,
  slip_id      uuid not null references slip on delete cascade,
  primary key (sending_bank, reference)
);

-- A gift link is claimed by one member before it is redeemed, so that it cannot be redeemed for two.
create table gift_link (
  code_hash   bytea primary key, -- keyed digest of the voucher code
  sealed_code bytea not null, -- encrypted; emptied once the link is settled
  id          uuid not null unique, -- of the ledger transfer it becomes
  member_id   text not null references member on delete cascade,
  wallet_name text not null,
  state       text not null check (state in ('redeeming', 'credited', 'refused')),
  reason      text not null default '',
  attempts    int not null default 0,
  next_at     timestamptz not null,
  created_at  timestamptz not null default now()
);
create index gift_link_open on gift_link (next_at) where state = 'redeeming';

-- Private keys of the server's own, sealed.
create table server_key (
  purpose text primary key,
  kid     text not null,
  public  jsonb not null,
  sealed  bytea not null
);
