-- version 1
-- Adds a message at the end of its conversation, and creates the conversation if there is none: 'added'.
-- 'known': a message with that id exists, perhaps with other content or elsewhere, and stays as it is.
-- 'flood': the customer's last p_most messages are all of the last minute; null means no limit.
-- Only index look-ups, as in ledger_submit.
create or replace function chat_add(
  p_conversation text, p_member text, p_id uuid, p_sender text, p_content jsonb, p_session text, p_username text,
  p_name text, p_most int
) returns table (outcome text, seq int, content jsonb, created_at timestamptz) language plpgsql
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_last int;
begin
  -- Held until the message is in: the order of numbers is the order of commits.
  select last_seq into v_last from chat_conversation where id = p_conversation for update;
  if not found then
    insert into chat_conversation (id, member_id) values (p_conversation, p_member) on conflict do nothing;
    select last_seq into v_last from chat_conversation where id = p_conversation for update;
  end if;

  if exists (select from chat_message where id = p_id) then
    outcome := 'known';
    return next;
    return;
  end if;
  if p_most is not null and (
      select created_at > now() - interval '1 minute' from chat_message
        where conversation_id = p_conversation and sender = 'customer'
        order by seq desc offset p_most - 1 limit 1) then
    outcome := 'flood';
    return next;
    return;
  end if;

  return query
    insert into chat_message as m (id, conversation_id, seq, sender, content, session_id, username, name)
      values (p_id, p_conversation, v_last + 1, p_sender, p_content, p_session, p_username, p_name)
      on conflict (id) do nothing
      returning 'added', m.seq, m.content, m.created_at;
  if not found then
    outcome := 'known';
    return next;
    return;
  end if;
  update chat_conversation set last_seq = v_last + 1 where id = p_conversation;
end $$;
