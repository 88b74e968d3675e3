-- version 2
-- Tells whether a deposit in suspense goes back whole to its source, and the deposit that it names is another one of the
-- same amount at the same account that has not gone back itself.
create or replace function ledger_goes_back(p_debit bigint, p_credit bigint, p_amount bigint, p_detail jsonb) returns boolean
language sql stable as $$
  select
    exists (
      select from ledger_transfer d
        where d.id = (p_detail ->> 'origin')::uuid and d.kind = 'deposit' and d.state = 'posted'
          and d.debit_account = p_credit and d.credit_account = p_debit and d.amount = p_amount)
    and exists (
      select from ledger_transfer c
        where c.id = (p_detail ->> 'same')::uuid and c.kind = 'deposit' and c.state = 'posted'
          and c.debit_account = p_credit and c.amount = p_amount and c.id <> (p_detail ->> 'origin')::uuid
          and not exists (select from same_money s where s.deposit_id = c.id));
$$;
