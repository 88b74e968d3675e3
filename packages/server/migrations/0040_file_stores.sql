-- expand: what has moved to a store outside its row is not read by the version before.
-- Where a file's bytes are: in its row, in file_part, or in a store outside.
alter table chat_file alter column content drop not null;
alter table chat_file add column store text not null default 'row' check (store in ('row', 'database', 'folder', 's3'));
alter table chat_file add column size bigint; -- null: the length of content
alter table chat_file add column is_whole boolean not null default true; -- false while it arrives
alter table chat_file add check (store = 'row' or content is null);
create index chat_file_conversation on chat_file (conversation_id);
create index chat_file_created on chat_file (created_at);
create index chat_file_store on chat_file (store, name);

alter table slip_image alter column jpeg drop not null;
alter table slip_image add column store text not null default 'row' check (store in ('row', 'database', 'folder', 's3'));
alter table slip_image add column size bigint;
alter table slip_image add check (store = 'row' or jpeg is null);
create index slip_image_store on slip_image (store, slip_id);

create table file_part (
  key   text  not null,
  no    int   not null,
  bytes bytea not null,
  primary key (key, no)
);
-- Parts are read by their place, which compressed columns do not allow.
alter table file_part alter column bytes set storage external;

-- Files whose row is gone, to be removed from their store.
create table file_removal (
  store  text        not null,
  key    text        not null,
  due_at timestamptz not null default now(),
  primary key (store, key)
);
create index file_removal_due on file_removal (due_at);

-- Whoever deletes a row, and for whatever reason, has its file removed. Arguments: what its key begins with, the column
-- with the rest of it.
create function remove_file() returns trigger language plpgsql as $$
begin
  if old.store <> 'row' then
    insert into file_removal (store, key) values (old.store, tg_argv[0] || (to_jsonb(old) ->> tg_argv[1]))
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger chat_file_removed after delete on chat_file
  for each row execute function remove_file('chat/', 'name');
create trigger slip_image_removed after delete on slip_image
  for each row execute function remove_file('slips/', 'slip_id');
