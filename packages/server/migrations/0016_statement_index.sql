-- A member's movements by what a statement is filtered by, without a look at the rows: the numbering's two
-- indexes carry it along. No index more to keep; a settlement writes these anew anyhow, since it changes the state.

drop index ledger_transfer_debit_no;
drop index ledger_transfer_credit_no;
create unique index ledger_transfer_debit_no on ledger_transfer (debit_account, debit_no)
  include (kind, state, amount, created_at) where debit_no is not null;
create unique index ledger_transfer_credit_no on ledger_transfer (credit_account, credit_no)
  include (kind, state, amount, created_at) where credit_no is not null;
