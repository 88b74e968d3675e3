-- expand
-- `payout_proof` took its place. No program calls it, so the version before goes on beside this one.
drop function if exists is_unproven_payout(ledger_transfer);
insert into schema_function (name, version, hash) values ('is_unproven_payout', 1000, 'dropped')
  on conflict (name) do update set version = 1000, hash = 'dropped';
