-- version 1
-- Tells a member of a reply of support, in the statement that stores it. It takes the place of an unread one, so that
-- many replies are one line of the list; each is pushed. The conversation is locked by chat_add.
create or replace function tell_reply() returns trigger language plpgsql as $$
declare
  v_member text;
begin
  select member_id into v_member from chat_conversation where id = new.conversation_id;
  if v_member is null then
    return null; -- a guest
  end if;
  delete from notice where member_id = v_member and kind = 'chat' and read_at is null;
  perform add_notice(v_member, 'chat', new.id::text, '{}');
  return null;
end $$;
