-- version 1
-- Deletes what is on its way to a member's browser that gets no more pushes. What protects the account is still told
-- there: a thief could end the sessions that are told of the thief.
create or replace function forget_pushes() returns trigger language plpgsql as $$
begin
  delete from push_delivery
    where endpoint_hash = old.endpoint_hash and p256dh = old.p256dh and auth = old.auth 
      and kind not in ('device', 'account', 'protection');
  return null;
end $$;
