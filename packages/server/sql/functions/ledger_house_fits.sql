-- version 4
-- Tells whether a house account with that code may stand on that side of a transfer. A null code is a member's account.
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
    when 'suspense_return' then
      case when p_is_debit
        then starts_with(p_code, 'house:suspense:')
        else p_code ~ '^house:(gateway|bank|ewallet):' and not starts_with(p_code, 'house:bank:payout:')
      end
    when 'suspense_keep' then
      starts_with(p_code, case when p_is_debit then 'house:suspense:' else 'house:kept:' end)
    when 'bonus' then not p_is_debit or starts_with(p_code, 'house:bonus:')
    when 'finish_bonus' then p_is_debit or starts_with(p_code, 'house:bonus:')
    when 'adjustment' then p_code is null or starts_with(p_code, 'house:adjustments:')
    when 'held_in' then p_code is null
    when 'held_release' then p_code is null
    when 'held_payout' then p_code is null
    when 'held_return' then p_code is null
    else p_kind in ('game_in', 'game_out')
  end;
$$;
