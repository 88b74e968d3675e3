-- version 6
-- The ledger accepts only transfers that the product makes, so that the audit can prove each of them: known kinds, with
-- the details that lead to the record of the transfer, between the accounts that such a transfer is about.
-- It is a trigger on inserts and not a check constraint: PostgreSQL prepares a constraint anew for every statement,
-- including those that settle.
-- Where a stop, a frozen member, a guarded wallet or an amount that needs a proof may concern the transfer, it calls
-- refuse_transfer, which decides. It does not run for a transfer that is marked as checked: `ledger_submit` has asked the
-- same for a batch.
create or replace function ledger_transfer_fits() returns trigger language plpgsql as $$
declare
  v_fits boolean;
  v_is_bound boolean;
begin
  if ledger_game_fits(new.kind, new.debit_no, new.credit_no, new.detail) then
    -- The audit compares the most frequent transfers with the provider's list: the game's account is not looked up.
    if new.kind = 'game_in' then
      select a.guarded or m.disabled_at is not null
          or exists (select from control where name = 'game_credit' and stopped)
        into v_is_bound
        from ledger_account a left join member m on m.wallet_account = a.id
        where a.id = new.debit_account;
      if v_is_bound then
        perform refuse_transfer(new);
      end if;
    end if;
    return new;
  end if;

  if not coalesce(case new.kind
      when 'deposit' then new.debit_no is null and new.detail ?& array['provider', 'reference']
      when 'withdraw' then ledger_payout_fits(new.debit_no, new.credit_no, new.detail)
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

  select bool_and(ledger_house_fits(new.kind, a.id = new.debit_account, case when a.house then a.code end)),
      bool_or(a.guarded or m.disabled_at is not null)
        or new.kind = 'withdraw' and (new.detail ? 'unprovenAbove'
          or exists (select from control where name = 'payouts' and stopped))
    into v_fits, v_is_bound
    from ledger_account a left join member m on m.wallet_account = a.id
    where a.id in (new.debit_account, new.credit_account);
  if v_fits is not true then
    raise check_violation using
      message = format('ledger_transfer %s: a %s may not move money between these accounts', new.id, new.kind);
  end if;
  if v_is_bound then
    perform refuse_transfer(new);
  end if;
  return new;
end $$;
