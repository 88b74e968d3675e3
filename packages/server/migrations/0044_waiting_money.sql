-- expand
-- Whose phone or bank account money in suspense came from, so that its sender is shown that it waits.
create index ledger_transfer_unmatched_phone on ledger_transfer ((detail ->> 'senderMobile'))
  where kind = 'deposit' and detail ? 'unmatched' and detail ? 'senderMobile';
create index ledger_transfer_unmatched_account on ledger_transfer ((detail ->> 'fromAccountNo'))
  where kind = 'deposit' and detail ? 'unmatched' and detail ? 'fromAccountNo';

-- The money of the slip was in the wallet before the slip was sent.
alter table slip add column credited_before boolean not null default false;
