-- version 4
-- The ledger accepts only transfers that the product makes, so that the audit can prove each of them: known kinds, with
-- the details that lead to the record of the transfer, between the accounts that such a transfer is about.
-- It is a trigger on inserts and not a check constraint: PostgreSQL prepares a constraint anew for every statement,
-- including those that settle.
create or replace function ledger_transfer_fits() returns trigger language plpgsql as $$
begin
  -- Only members' accounts number their transfers: the row tells which side is a member's.
  if (new.kind = 'game_in' and new.debit_no is not null and new.credit_no is null
      or new.kind = 'game_out' and new.debit_no is null and new.credit_no is not null)
    and new.detail ?& array['provider', 'username', 'memberId']
  then
    -- The most frequent transfers look no account up: the audit compares them with the provider's list.
    return new;
  end if;

  if not coalesce(case new.kind
      when 'deposit' then new.debit_no is null and new.detail ?& array['provider', 'reference']
      when 'withdraw' then new.debit_no is not null and new.credit_no is null
        and new.detail ?& array['bankCode', 'bankAccountNo', 'bankAccountName']
      when 'suspense_out' then new.debit_no is null and new.credit_no is not null
        and new.detail ?& array['provider', 'reference', 'origin']
      when 'suspense_back' then new.debit_no is null and new.credit_no is null
        and new.detail ?& array['provider', 'reference', 'origin', 'same']
        and ledger_goes_back(new.debit_account, new.credit_account, new.amount, new.detail)
      when 'suspense_return' then new.debit_no is null and new.credit_no is null
        and new.detail ?& array['provider', 'reference', 'origin']
        and ledger_ends_suspense(new.kind, new.debit_account, new.credit_account, new.amount, new.detail)
      when 'suspense_keep' then new.debit_no is null and new.credit_no is null
        and new.detail ?& array['provider', 'reference', 'origin']
        and ledger_ends_suspense(new.kind, new.debit_account, new.credit_account, new.amount, new.detail)
      when 'bonus' then new.debit_no is null and new.credit_no is not null
        and case new.detail ->> 'link'
          when 'bonus' then new.detail ?& array['code', 'userBonusId']
          when 'promotion' then new.detail ?& array['code', 'userBonusId']
          when 'luckydraw' then new.detail ? 'draw'
          when 'refund' then true
          when 'invite' then true
        end
      when 'finish_bonus' then new.debit_no is not null and new.credit_no is null
        and new.detail ?& array['link', 'code', 'userBonusId']
      when 'adjustment' then (new.debit_no is null) <> (new.credit_no is null)
        and new.detail ?& array['approval', 'reason']
      when 'held_in' then new.detail ?& array['origin', 'reason']
        and ledger_is_own_held(new.debit_account, new.credit_account)
      when 'held_return' then new.detail ? 'origin' and ledger_is_own_held(new.debit_account, new.credit_account)
      when 'held_payout' then new.detail ? 'payout' and ledger_is_own_held(new.credit_account, new.debit_account)
      when 'held_release' then new.detail ? 'asked' and ledger_is_own_held(new.credit_account, new.debit_account)
    end, false)
  then
    raise check_violation using
      message = format('ledger_transfer %s: a %s with such accounts and details is none of ours', new.id, new.kind);
  end if;

  if not (
    select coalesce(bool_and(ledger_house_fits(new.kind, a.id = new.debit_account, case when a.house then a.code end)), false)
      from ledger_account a where a.id in (new.debit_account, new.credit_account)
  ) then
    raise check_violation using
      message = format('ledger_transfer %s: a %s may not move money between these accounts', new.id, new.kind);
  end if;
  return new;
end $$;
