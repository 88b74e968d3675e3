-- version 2
-- Refuses a new QR order or gift link while its switch is stopped, or its member is frozen. The message is the catalogue
-- code. refuse_transfer refuses movements of money in the same state.
-- Arguments: the switch, and the code of a refusal by it.
create or replace function refuse_stopped() returns trigger language plpgsql as $$
begin
  if exists (select from control where name = tg_argv[0] and stopped) then
    raise exception using errcode = '23S01', message = tg_argv[1];
  end if;
  if exists (select from member where id = new.member_id and disabled_at is not null) then
    raise exception using errcode = '23S01', message = 'INACTIVE_USER';
  end if;
  return new;
end $$;
