-- version 1
-- Begins to keep the sums of a limit, under the wallet's lock. What protection_known has worked out before the lock is
-- brought up to date: with the moves that have ended since, and with the movements since. Without it, or where its
-- periods are over, all is worked out here. A limit that is gone keeps no sums.
create or replace function protection_begin(
  p_member text, p_wallet bigint, p_kind text, p_period text, p_at timestamptz, p_known jsonb
) returns void language plpgsql as $$
declare
  v_since timestamptz := protection_from(p_period, p_at - interval '1 minute');
  v_known jsonb := p_known;
  v_moved ledger_transfer;
begin
  if v_known is null or v_since not in ((v_known ->> 'since')::timestamptz, (v_known ->> 'next')::timestamptz) then
    v_known := protection_known(p_wallet, p_kind, p_period, p_at);
  end if;
  update protection_limit set counted_since = v_since
    where member_id = p_member and kind = p_kind and period = p_period;
  if not found then
    return;
  end if;
  delete from protection_sum where member_id = p_member and kind = p_kind and period = p_period;
  insert into protection_sum (member_id, kind, period, since, game, amount, waiting, lowest)
    select p_member, p_kind, p_period, s.* from jsonb_to_recordset(v_known -> 'sums')
      s (since timestamptz, game bigint, amount bigint, waiting uuid[], lowest bigint[])
      where s.since >= v_since;
  for v_moved in
    select t.* from ledger_transfer t
      where t.state <> 'pending' and t.id in (
        select unnest(s.waiting) from protection_sum s
          where s.member_id = p_member and s.kind = p_kind and s.period = p_period)
  loop
    perform protection_count(p_member, v_moved, true, p_period);
  end loop;
  for v_moved in
    select m.* from (
        select t.*, t.debit_no as no from ledger_transfer t
          where t.debit_account = p_wallet and t.debit_no > (v_known ->> 'upto')::bigint
            and (p_kind = 'loss' and t.kind = 'game_in' or p_kind = 'deposit' and t.kind = 'held_in')
        union all
        select t.*, t.credit_no from ledger_transfer t
          where t.credit_account = p_wallet and t.credit_no > (v_known ->> 'upto')::bigint
            and (p_kind = 'loss' and t.kind = 'game_out'
              or p_kind = 'deposit' and t.kind in ('deposit', 'suspense_out', 'held_release'))
      ) m
      where m.state <> 'voided' order by m.no
  loop
    perform protection_count(p_member, v_moved, false, p_period);
  end loop;
end $$;
