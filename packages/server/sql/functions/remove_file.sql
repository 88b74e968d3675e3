-- version 1
-- Queues the removal of a deleted row's file, whichever process deletes the row.
-- Arguments: the prefix of the file's key, and the column with the rest of the key.
create or replace function remove_file() returns trigger language plpgsql as $$
begin
  if old.store <> 'row' then
    insert into file_removal (store, key) values (old.store, tg_argv[0] || (to_jsonb(old) ->> tg_argv[1]))
      on conflict do nothing;
  end if;
  return null;
end $$;
