-- version 2
-- Records an act of staff at the end of the chain. Transactions that record acts take turns from here to their end.
-- The time is read during the turn, so that times ascend with the ids. The hash covers the hash of the row before, and the row's columns as a JSON array of texts.
create or replace function staff_audit_add(
  p_actor uuid, p_actor_name text, p_roles text[], p_session_id uuid, p_address text, p_request_id text,
  p_action text, p_subject text, p_outcome text, p_reason text, p_before jsonb, p_after jsonb, p_approval_id uuid
) returns bigint
language plpgsql as $$
declare
  chain staff_audit_end;
  now_is timestamptz;
  next_id bigint;
  next_hash bytea;
begin
  select * into strict chain from staff_audit_end for update;
  now_is := clock_timestamp();
  next_id := chain.id + 1;
  next_hash := sha256(chain.hash || convert_to(jsonb_build_array(
    next_id::text, to_char(now_is at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), p_actor::text, p_actor_name,
    array_to_string(p_roles, ','), p_session_id::text, p_address, p_request_id, p_action, p_subject, p_outcome, p_reason,
    p_before::text, p_after::text, p_approval_id::text)::text, 'UTF8'));
  insert into staff_audit values (
    next_id, now_is, p_actor, p_actor_name, p_roles, p_session_id, p_address, p_request_id,
    p_action, p_subject, p_outcome, p_reason, p_before, p_after, p_approval_id, chain.hash, next_hash);
  update staff_audit_end set id = next_id, hash = next_hash;
  return next_id;
end
$$;
