-- version 1
-- Ledger transfers are append-only: a pending one is settled once, and nothing else about it ever changes.
create or replace function ledger_transfer_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_transfer %: % refused, transfers are append-only', old.id, tg_op;
end $$;
