-- expand
-- Deposits in suspense that nobody has assigned. Most deposits leave suspense, and the list must not read them all.
create table suspense_open (
  deposit_id uuid primary key,
  created_at timestamptz not null -- of the deposit
);
create index suspense_open_created on suspense_open (created_at, deposit_id);

-- Its body arrives in the same transaction, from sql/functions.
create function keep_suspense_open() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger suspense_opens after insert on ledger_transfer
  for each row when (new.kind = 'deposit' and new.detail ? 'unmatched') execute function keep_suspense_open();
create trigger suspense_ends after insert on ledger_transfer
  for each row when (new.kind = 'suspense_out') execute function keep_suspense_open();
create trigger suspense_was_credited after insert on same_money
  for each row execute function keep_suspense_open();

insert into suspense_open (deposit_id, created_at)
  select t.id, t.created_at from ledger_transfer t
    where t.kind = 'deposit' and t.detail ? 'unmatched'
      and not exists (
        select from ledger_transfer o where o.kind = 'suspense_out' and o.detail ->> 'origin' = t.id::text)
      and not exists (select from same_money s where s.deposit_id = t.id);

-- Deposits and payouts of a day, for Today. Its rows are a small part of the transfers.
create index ledger_transfer_cash on ledger_transfer (created_at)
  include (kind, state, amount, debit_account, credit_account) where kind in ('deposit', 'withdraw');
