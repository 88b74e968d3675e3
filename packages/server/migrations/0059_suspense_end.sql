-- expand
-- Deposits in suspense that no member gets: the money was sent back to its sender, or the operator keeps it. The
-- movement is a transfer of a kind of its own, suspense_return or suspense_keep.
create table suspense_end (
  deposit_id uuid primary key, -- a ledger transfer
  how        text not null check (how in ('returned', 'kept')),
  said_by    text not null check (said_by <> ''),
  reason     text not null check (reason <> ''),
  created_at timestamptz not null default now()
);

create trigger suspense_was_ended after insert on suspense_end
  for each row execute function keep_suspense_open();
