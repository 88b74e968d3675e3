-- version 1
-- A member who reads the conversation has read its notice.
create or replace function read_replies() returns trigger language plpgsql as $$
begin
  update notice set read_at = now() where member_id = new.member_id and kind = 'chat' and read_at is null;
  return null;
end $$;
