-- version 1
-- Tells whether a deposit in suspense leaves it whole: to the account that it came from, or to the operator's own.
create or replace function ledger_ends_suspense(
  p_kind text, p_debit bigint, p_credit bigint, p_amount bigint, p_detail jsonb
) returns boolean
language sql stable as $$
  select exists (
    select from ledger_transfer d
      where d.id = (p_detail ->> 'origin')::uuid and d.kind = 'deposit' and d.state = 'posted'
        and d.credit_account = p_debit and d.amount = p_amount
        and (p_kind = 'suspense_keep' or d.debit_account = p_credit));
$$;
