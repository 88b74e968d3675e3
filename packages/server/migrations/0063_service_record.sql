-- expand
-- Requests to services that are asked about by a reference of their own. The row is written before the request is sent.
create table service_record (
  service  text not null check (service <> ''), -- such as payonex:payout
  ours     text not null check (ours <> ''),
  theirs   text check (theirs <> ''), -- none: no answer has told it yet
  begun_at timestamptz not null default now(),
  primary key (service, ours)
);
