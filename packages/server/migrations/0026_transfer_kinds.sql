-- expand
-- The books accept only movements that the product makes, so that the audit can prove each of them: known kinds, with
-- the details that lead to the record of the movement, between the accounts that such a movement is about.
-- A trigger on inserts and not a check constraint: PostgreSQL prepares a constraint anew for every statement, for those
-- that settle, too. Rows that are here already are not read again: that is the audit's.

-- Whether a house account of that code may stand on that side of a movement. A null code is a member's account.
create function ledger_house_fits(p_kind text, p_is_debit boolean, p_code text) returns boolean
language sql immutable as $$
  select case p_kind
    when 'deposit' then
      case when p_is_debit
        then p_code ~ '^house:(gateway|bank|ewallet):' and not starts_with(p_code, 'house:bank:payout:')
        else p_code is null or starts_with(p_code, 'house:suspense:')
      end
    when 'withdraw' then p_is_debit or starts_with(p_code, 'house:bank:payout:')
    when 'suspense_out' then not p_is_debit or starts_with(p_code, 'house:suspense:')
    when 'bonus' then not p_is_debit or starts_with(p_code, 'house:bonus:')
    when 'finish_bonus' then p_is_debit or starts_with(p_code, 'house:bonus:')
    else p_kind in ('game_in', 'game_out')
  end;
$$;

create function ledger_transfer_fits() returns trigger language plpgsql as $$
begin
  -- Only members' accounts number their movements: the row tells which side is a member's.
  if (new.kind = 'game_in' and new.debit_no is not null and new.credit_no is null
      or new.kind = 'game_out' and new.debit_no is null and new.credit_no is not null)
    and new.detail ?& array['provider', 'username', 'memberId']
  then
    -- The most frequent movements look no account up: the audit compares them with the provider's list.
    return new;
  end if;

  if not coalesce(case new.kind
      when 'deposit' then new.debit_no is null and new.detail ?& array['provider', 'reference']
      when 'withdraw' then new.debit_no is not null and new.credit_no is null
        and new.detail ?& array['bankCode', 'bankAccountNo', 'bankAccountName']
      when 'suspense_out' then new.debit_no is null and new.credit_no is not null
        and new.detail ?& array['provider', 'reference', 'origin']
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

create trigger ledger_transfer_fits before insert on ledger_transfer
  for each row execute function ledger_transfer_fits();
