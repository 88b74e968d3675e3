-- version 1
-- Keeps a version of the content, whichever version of the product writes it. The row of content is locked by then, so
-- versions are numbered in the order in which they came into force. The newest hundred are kept.
create or replace function keep_content_version() returns trigger language plpgsql as $$
begin
  insert into content_version (digest, value, loaded_at) values (new.version, new.value, new.loaded_at);
  delete from content_version
    where number <= (select number from content_version order by number desc offset 100 limit 1);
  return null;
end $$;
