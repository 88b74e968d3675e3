-- version 2
-- Refuses a transfer that is about to be written, where a stop, a freeze, a proof that is missing, or the member's break,
-- exclusion or limit forbids it. The message is the catalogue code. The state's class, 23, is the class of constraints: in
-- a batch only the one transfer fails. The wallet is locked, so no other transfer passes a limit at the same time.
create or replace function refuse_transfer(p_move ledger_transfer) returns void language plpgsql as $$
declare
  v_wallet bigint := case when p_move.kind in ('game_in', 'withdraw') then p_move.debit_account
    else p_move.credit_account end;
  v_code text;
begin
  if p_move.kind in ('game_in', 'withdraw') then
    v_code := case
      when exists (
        select from control
          where name = case p_move.kind when 'game_in' then 'game_credit' else 'payouts' end and stopped)
        then case p_move.kind when 'game_in' then 'GAME_CREDIT_STOPPED' else 'PAYOUTS_STOPPED' end
      when exists (select from member where wallet_account = v_wallet and disabled_at is not null) then 'INACTIVE_USER'
      when p_move.kind = 'withdraw'
        and (select is_missing from payout_proof(v_wallet, p_move.amount, p_move.created_at, p_move.detail))
        then 'STEP_UP_REQUIRED'
    end;
  end if;
  if v_code is null and p_move.kind in ('game_in', 'held_release', 'bonus') then
    select coalesce(protection_stop(p, p_move.created_at),
        case
          when p_move.kind = 'game_in'
            and protection_left(p.member_id, v_wallet, 'loss', p_move.created_at) < p_move.amount then 'LIMIT_LOSS'
          when p_move.kind = 'held_release'
            and protection_left(p.member_id, v_wallet, 'deposit', p_move.created_at) < p_move.amount
            then 'LIMIT_DEPOSIT'
        end)
      into v_code
      from protection p where p.wallet_account = v_wallet;
  end if;
  if v_code is not null then
    raise exception using errcode = '23S01', message = v_code;
  end if;
end $$;
