-- expand
-- Every content that was loaded, so that an operator can go back. The newest one is in force, as `content` has it.
create table content_version (
  number    bigint generated always as identity primary key,
  digest    text        not null, -- of the value, as content.version
  value     jsonb       not null,
  loaded_at timestamptz not null default now(),
  loaded_by text        not null default '',
  note      text        not null default ''
);
insert into content_version (digest, value, loaded_at, note)
  select version, value, loaded_at, 'in force when versions began' from content;

-- Whoever writes the content, of this version or the one before, makes a version of it. The row of `content` is locked
-- by then: versions are numbered in the order in which they came into force. The newest hundred are kept.
create function keep_content_version() returns trigger language plpgsql as $$
begin
  insert into content_version (digest, value, loaded_at) values (new.version, new.value, new.loaded_at);
  delete from content_version
    where number <= (select number from content_version order by number desc offset 100 limit 1);
  return null;
end $$;
create trigger content_inserted after insert on content
  for each row execute function keep_content_version();
create trigger content_updated after update on content
  for each row when (old.version is distinct from new.version) execute function keep_content_version();
