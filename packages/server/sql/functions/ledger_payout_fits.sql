-- version 1
-- Tells whether a withdrawal has the accounts and details that one has. Only members' accounts number their transfers: the
-- numbers tell which side is a member's.
create or replace function ledger_payout_fits(p_debit_no bigint, p_credit_no bigint, p_detail jsonb)
returns boolean language sql immutable as $$
  select p_debit_no is not null and p_credit_no is null
    and p_detail ?& array['bankCode', 'bankAccountNo', 'bankAccountName'];
$$;
