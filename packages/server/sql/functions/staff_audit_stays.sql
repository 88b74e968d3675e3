-- version 1
-- Refuses every change of a recorded act.
create or replace function staff_audit_stays() returns trigger
language plpgsql as $$
begin
  raise exception 'staff_audit: a recorded act cannot be changed';
end
$$;
