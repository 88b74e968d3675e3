-- version 1
-- Refuses a withdrawal whose session has no fresh proof when such withdrawals of 24 hours together would pass the
-- operator's amount. What was paid out before the session's last proof is not counted. The wallet is locked, so that many
-- withdrawals at once do not pass the amount together. The message is the catalogue code, and the state is that of
-- refuse_stopped.
-- The newest movements are read backwards to the first one that is two days too old: numbers and times may differ a
-- little, and a clock may have been set back.
create or replace function refuse_unproven_payout() returns trigger language plpgsql as $$
declare
  v_from timestamptz := greatest(new.created_at - interval '24 hours', (new.detail ->> 'provedAt')::timestamptz);
  v_before bigint;
begin
  select coalesce(sum(amount), 0) into v_before from ledger_transfer
    where debit_account = new.debit_account and debit_no > coalesce((
        select t.debit_no from ledger_transfer t
          where t.debit_account = new.debit_account and t.debit_no is not null and t.created_at < v_from - interval '2 days'
          order by t.debit_no desc limit 1), 0)
      and created_at > v_from and kind = 'withdraw' and state <> 'voided' and detail ? 'unprovenAbove';
  if v_before + new.amount > (new.detail ->> 'unprovenAbove')::bigint then
    raise exception using errcode = '23S01', message = 'STEP_UP_REQUIRED';
  end if;
  return new;
end $$;
