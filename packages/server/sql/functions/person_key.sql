-- version 1
-- Returns one key for names that differ only in titles, case, dots and spaces.
-- Indexes on member use this function: another result needs another function, and new indexes.
create or replace function person_key(p_name text) returns text language sql immutable as $$
  select regexp_replace(
    regexp_replace(upper(p_name), '^\s*((MRS|MR|MISS|MS)(\.|\s)|นางสาว|นาย|นาง|ທ້າວ|ນາງ)', ''), '[\s.]+', '', 'g');
$$;
