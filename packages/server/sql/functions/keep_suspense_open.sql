-- version 2
-- Keeps the list of the deposits in suspense: one is added with the deposit, and leaves when a member gets it, when it
-- is found to be the same money as another credit, or when it goes back or is kept.
create or replace function keep_suspense_open() returns trigger language plpgsql as $$
begin
  if tg_table_name in ('same_money', 'suspense_end') then
    delete from suspense_open where deposit_id = new.deposit_id;
  elsif new.kind = 'deposit' then
    insert into suspense_open (deposit_id, created_at) values (new.id, new.created_at);
  elsif new.detail ->> 'origin' ~ '^[0-9a-f-]{36}$' then
    delete from suspense_open where deposit_id = (new.detail ->> 'origin')::uuid;
  end if;
  return null;
end $$;
