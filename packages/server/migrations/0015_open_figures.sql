-- Deposits in suspense are counted from time to time, for graphs and alarms: among all transfers they are few.
create index ledger_transfer_unmatched on ledger_transfer (created_at)
  where kind = 'deposit' and detail ? 'unmatched';
create index ledger_transfer_assigned on ledger_transfer ((detail ->> 'origin')) where kind = 'suspense_out';
