-- version 1
-- Tells whether a withdrawal needs a fresh proof that its session has not: when such withdrawals of 24 hours together
-- would pass the operator's amount. What was paid out before the session's last proof is not counted. The wallet is
-- locked, so that many withdrawals at once do not pass the amount together.
-- After a hundred withdrawals of that time, also cancelled ones, a proof is needed in any case: so a check reads no more
-- of them, however often a member withdraws and cancels.
-- It stays volatile: so it sees what the running statement has written already, another withdrawal of the same batch.
create or replace function is_unproven_payout(p_move ledger_transfer) returns boolean language plpgsql as $$
declare
  v_from timestamptz;
  v_before bigint;
  v_count int;
begin
  if not p_move.detail ? 'unprovenAbove' then
    return false;
  end if;
  v_from := greatest(p_move.created_at - interval '24 hours', (p_move.detail ->> 'provedAt')::timestamptz);
  select coalesce(sum(amount) filter (where state <> 'voided' and detail ? 'unprovenAbove'), 0), count(*)
    into v_before, v_count
    from (
      select amount, state, detail from ledger_transfer
        where debit_account = p_move.debit_account and created_at > v_from and kind = 'withdraw'
        limit 100) t;
  return v_count >= 100 or v_before + p_move.amount > (p_move.detail ->> 'unprovenAbove')::bigint;
end $$;
