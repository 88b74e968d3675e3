-- expand
-- Transfers to the operator's bank accounts. The slip of one and the bank's statement know it by references of their
-- own; each is one row here, and one transfer of the ledger (docs/adr/0026-one-transfer-two-references.md).

create table incoming_transfer (
  id             uuid primary key, -- of the ledger transfer
  account_no     text not null, -- the operator's
  amount         bigint not null check (amount > 0),
  transferred_at timestamptz not null, -- as the way tells that it was first heard of by
  statement_ref  text, -- null until the statement has told of it
  slip_bank      text, -- null without a slip
  slip_ref       text,
  created_at     timestamptz not null default now(),
  unique (account_no, statement_ref),
  unique (slip_bank, slip_ref),
  check ((slip_bank is null) = (slip_ref is null)),
  check (statement_ref is not null or slip_ref is not null)
);
create index incoming_transfer_match on incoming_transfer (account_no, amount, transferred_at);
