-- version 1
-- Adds a member's notice, unless there is one of its subject, and a push to each browser of the member whose session is
-- valid. Returns whether it was added.
create or replace function add_notice(p_member text, p_kind text, p_subject text, p_detail jsonb)
  returns boolean language plpgsql as $$
begin
  insert into notice (member_id, kind, subject, detail) values (p_member, p_kind, p_subject, p_detail)
    on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into push_delivery (kind, endpoint_hash, endpoint, p256dh, auth, language, service)
    select p_kind, b.endpoint_hash, b.endpoint, b.p256dh, b.auth, b.language, b.service
      from push_browser b
      join session s on s.id = b.session_id
      join member m on m.id = b.member_id
      where b.member_id = p_member and s.expires_at > now() and s.authenticated_at >= m.password_changed_at
        and not exists (select from notice_off o where o.member_id = p_member and o.kind = p_kind);
  return true;
end $$;
