-- expand
-- Staff can have an entry that was put aside tried again (docs/adr/0031-trying-a-rejected-entry-again.md). An entry
-- that had been read is kept as it was read, with amounts in minor units: reading that as the counterparty's own text
-- would take satang for baht. A callback says by its event whether it tells of a payment; a listed entry has no event.
alter table rejected_entry
  add column form text check (form in ('listed', 'callback', 'read')), -- null: the version before kept it, and does not say
  add column retry_id uuid, -- the retry that has the entry, and for how long nobody else may have it
  add column retry_until timestamptz;

update rejected_entry
  set form = case
    when source = 'payouts' or reason = 'not a payment' then 'callback'
    when not starts_with(source, 'gateway:')
      and (reason = 'its reference came before with another amount' or starts_with(reason, 'could not be taken in: '))
    then 'read'
    else 'listed' end;

create table rejected_entry_retry (
  id         uuid primary key,
  entry_id   uuid not null references rejected_entry (id),
  tried_by   text not null,
  reason     text not null,
  started_at timestamptz not null default now(),
  ended_at   timestamptz, -- null while it is under way, and for ever where its process died
  is_taken   boolean, -- whether the entry was taken in
  outcome    text
);
create index rejected_entry_retry_entry on rejected_entry_retry (entry_id, started_at);
