-- version 2
-- Refuses a withdrawal whose session has no fresh proof when such withdrawals of 24 hours together would pass the
-- operator's amount. What was paid out before the session's last proof is not counted. The wallet is locked, so that many
-- withdrawals at once do not pass the amount together. The message is the catalogue code, and the state is that of
-- refuse_stopped.
-- After a hundred withdrawals of that time, also cancelled ones, a proof is asked for in any case: so a check reads no more
-- of them, however often a member withdraws and cancels.
create or replace function refuse_unproven_payout() returns trigger language plpgsql as $$
declare
  v_from timestamptz := greatest(new.created_at - interval '24 hours', (new.detail ->> 'provedAt')::timestamptz);
  v_before bigint;
  v_count int;
begin
  select coalesce(sum(amount) filter (where state <> 'voided' and detail ? 'unprovenAbove'), 0), count(*)
    into v_before, v_count
    from (
      select amount, state, detail from ledger_transfer
        where debit_account = new.debit_account and created_at > v_from and kind = 'withdraw'
        limit 100) t;
  if v_count >= 100 or v_before + new.amount > (new.detail ->> 'unprovenAbove')::bigint then
    raise exception using errcode = '23S01', message = 'STEP_UP_REQUIRED';
  end if;
  return new;
end $$;
