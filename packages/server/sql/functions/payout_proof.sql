-- version 1
-- Tells whether a withdrawal needs a fresh proof that its session has not: when such withdrawals of 24 hours together
-- would pass the operator's amount. What was paid out before the session's last proof is not counted. The wallet is
-- locked, so that many withdrawals at once do not pass the amount together.
-- After a hundred withdrawals of that time, also cancelled ones, a proof is needed in any case: so a check reads no more
-- of them, however often a member withdraws and cancels.
-- Whoever asks it before each row of a statement must be volatile: only so are the rows before it seen.
-- It returns one row, since PostgreSQL writes such a function into the statement that asks: a call would take longer.
create or replace function payout_proof(p_wallet bigint, p_amount bigint, p_at timestamptz, p_detail jsonb)
returns table (is_missing boolean) language sql stable as $$
  select p_detail ? 'unprovenAbove' and (
      count(*) >= 100
      or coalesce(sum(amount) filter (where state <> 'voided' and detail ? 'unprovenAbove'), 0) + p_amount
        > (p_detail ->> 'unprovenAbove')::bigint)
    from (
      select amount, state, detail from ledger_transfer
        where debit_account = p_wallet and kind = 'withdraw' and p_detail ? 'unprovenAbove'
          and created_at > greatest(p_at - interval '24 hours', (p_detail ->> 'provedAt')::timestamptz)
        limit 100) t;
$$;
