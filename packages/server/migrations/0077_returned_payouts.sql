-- expand
-- Deposits in suspense that may be payouts which came back: the bank sent the money to the account that it came from
-- (docs/adr/0048-entries-that-no-customer-paid.md).
create table returned_payout (
  deposit_id uuid primary key, -- both are ledger transfers
  payout_id  uuid not null,
  named      boolean not null, -- the bank has named it
  confirmed  boolean not null default false -- a person said so
);
create index returned_payout_of on returned_payout (payout_id);
-- A payout comes back once.
create unique index returned_payout_once on returned_payout (payout_id) where confirmed;

-- Kind of an entry that no customer paid, by its type.
alter table statement_entry add column no_payment text;

-- Its member has the money of the payout again: the deposit goes back to where it came from.
alter table suspense_end drop constraint suspense_end_how_check;
alter table suspense_end add constraint suspense_end_how_check check (how in ('returned', 'kept', 'payout'));

-- A credit is compared with its member's payouts.
create index ledger_transfer_payouts on ledger_transfer (debit_account, created_at) where kind = 'withdraw';
