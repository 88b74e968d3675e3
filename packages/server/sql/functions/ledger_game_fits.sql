-- version 1
-- Tells whether a transfer between a member and a game has the accounts and details that such a transfer has. Only
-- members' accounts number their transfers: the numbers tell which side is a member's.
create or replace function ledger_game_fits(p_kind text, p_debit_no bigint, p_credit_no bigint, p_detail jsonb)
returns boolean language sql immutable as $$
  select case p_kind
      when 'game_in' then p_debit_no is not null and p_credit_no is null
      when 'game_out' then p_debit_no is null and p_credit_no is not null
      else false
    end and p_detail ?& array['provider', 'username', 'memberId'];
$$;
