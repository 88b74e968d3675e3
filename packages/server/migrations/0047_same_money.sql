-- expand
-- Staff can say that a deposit in suspense is the same money as a slip's credit: statement and slip told of one transfer,
-- and nothing but a person could see it. The deposit then goes back to the account that it came from
-- (docs/adr/0032-money-that-was-told-of-twice.md).
create table same_money (
  deposit_id uuid primary key, -- in suspense before; both are ledger transfers
  credit_id  uuid not null unique,
  said_by    text not null,
  reason     text not null,
  created_at timestamptz not null default now()
);

create or replace function ledger_house_fits(p_kind text, p_is_debit boolean, p_code text) returns boolean
language sql immutable as $$
  select case p_kind
    when 'deposit' then
      case when p_is_debit
        then p_code ~ '^house:(gateway|bank|ewallet):' and not starts_with(p_code, 'house:bank:payout:')
        else p_code is null or starts_with(p_code, 'house:suspense:')
      end
    when 'withdraw' then p_is_debit or starts_with(p_code, 'house:bank:payout:')
    when 'suspense_out' then not p_is_debit or starts_with(p_code, 'house:suspense:')
    when 'suspense_back' then
      case when p_is_debit
        then starts_with(p_code, 'house:suspense:')
        else starts_with(p_code, 'house:bank:') and not starts_with(p_code, 'house:bank:payout:')
      end
    when 'bonus' then not p_is_debit or starts_with(p_code, 'house:bonus:')
    when 'finish_bonus' then p_is_debit or starts_with(p_code, 'house:bonus:')
    else p_kind in ('game_in', 'game_out')
  end;
$$;

-- Whether a deposit in suspense goes back whole to where it came from, and the credit that it names is a member's, of
-- the same amount at the same account.
create function ledger_goes_back(p_debit bigint, p_credit bigint, p_amount bigint, p_detail jsonb) returns boolean
language sql stable as $$
  select
    exists (
      select from ledger_transfer d
        where d.id = (p_detail ->> 'origin')::uuid and d.kind = 'deposit' and d.state = 'posted'
          and d.debit_account = p_credit and d.credit_account = p_debit and d.amount = p_amount)
    and exists (
      select from ledger_transfer c
        where c.id = (p_detail ->> 'same')::uuid and c.kind = 'deposit' and c.state = 'posted'
          and c.debit_account = p_credit and c.credit_no is not null and c.amount = p_amount);
$$;

create or replace function ledger_transfer_fits() returns trigger language plpgsql as $$
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
      when 'suspense_back' then new.debit_no is null and new.credit_no is null
        and new.detail ?& array['provider', 'reference', 'origin', 'same']
        and ledger_goes_back(new.debit_account, new.credit_account, new.amount, new.detail)
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
