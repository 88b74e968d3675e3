-- What is under way between a wallet and its games is looked up whenever home is, by the wallet: however many
-- movements of others wait at the same time, and however many the member has made.
create index ledger_transfer_going_in on ledger_transfer (debit_account)
  where state = 'pending' and kind = 'game_in';
create index ledger_transfer_coming_out on ledger_transfer (credit_account)
  where state = 'pending' and kind = 'game_out';
