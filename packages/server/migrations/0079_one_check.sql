-- expand
-- One trigger asks what may forbid a transfer. Before, there was one for each kind of refusal, and every transfer paid for
-- all of them (docs/adr/0052-one-check-before-a-transfer.md).
-- No program calls the dropped functions, so the version before goes on beside this one.

-- Members who are frozen: a batch of transfers looks whether it has one of them.
create index member_frozen on member (wallet_account) where disabled_at is not null;

drop trigger refuse_game_credit on ledger_transfer;
drop trigger refuse_payouts on ledger_transfer;
drop trigger refuse_protected_game on ledger_transfer;
drop trigger refuse_protected_release on ledger_transfer;
drop trigger refuse_protected_reward on ledger_transfer;
drop trigger refuse_unproven_payout on ledger_transfer;

-- Marks a transfer about which `ledger_submit` has found that it fits and that nothing forbids it.
alter table ledger_transfer add column checked boolean;
drop trigger ledger_transfer_fits on ledger_transfer;
create trigger ledger_transfer_fits before insert on ledger_transfer for each row
  when (new.checked is not true) execute function ledger_transfer_fits();

-- The mark stays as it was written, too.
drop trigger ledger_transfer_settles_once on ledger_transfer;
create trigger ledger_transfer_settles_once before update on ledger_transfer for each row
  when (
    old.state <> 'pending' or new.state = 'pending'
    or (old.id, old.debit_account, old.credit_account, old.amount, old.kind, old.sweep, old.debit_no,
        old.credit_no, old.detail, old.created_at, old.checked)
      is distinct from
      (new.id, new.debit_account, new.credit_account, new.amount, new.kind, new.sweep, new.debit_no,
        new.credit_no, new.detail, new.created_at, new.checked)
  )
  execute function ledger_transfer_is_final();

-- From here on a transfer is refused for a break, an exclusion or a limit only where the wallet is guarded.
update ledger_account set guarded = true
  where not guarded and id in (
    select wallet_account from protection p
      where break_until is not null or excluded_at is not null
        or exists (select from protection_limit l where l.member_id = p.member_id));

drop function if exists refuse_protected_transfer();
drop function if exists refuse_unproven_payout();
insert into schema_function (name, version, hash)
  values ('refuse_protected_transfer', 1000, 'dropped'), ('refuse_unproven_payout', 1000, 'dropped')
  on conflict (name) do update set version = 1000, hash = 'dropped';
