-- expand
-- Staff can stop payouts, new deposit orders and credit into games, each by one switch, and freeze one member.
-- The database itself refuses what is stopped, in the statement that begins it: no process can miss a notice.

create table control (
  name       text primary key check (name in ('payouts', 'deposits', 'game_credit')),
  stopped    boolean not null default false,
  changed_at timestamptz not null default now(),
  changed_by text not null default '', -- a person's name; empty until the first change
  reason     text not null default ''
);
insert into control (name) values ('payouts'), ('deposits'), ('game_credit');

-- Each change of a switch, with who and why. Rows are only added.
create table control_change (
  id      bigint generated always as identity primary key,
  name    text not null references control,
  stopped boolean not null,
  made_at timestamptz not null default now(),
  made_by text not null check (made_by <> ''),
  reason  text not null check (reason <> '')
);

-- Each freezing (`frozen`) and unfreezing of a member. `member.disabled_at` says what holds now. Rows are only added.
create table member_freeze (
  id        bigint generated always as identity primary key,
  member_id text not null references member on delete cascade,
  frozen    boolean not null,
  made_at   timestamptz not null default now(),
  made_by   text not null check (made_by <> ''),
  reason    text not null check (reason <> '')
);
create index member_freeze_member on member_freeze (member_id, id);

-- Refuses a new row while its switch is stopped, or its member is frozen. The message is the catalogue code.
-- The state's class, 23, is that of constraints: in a batch it fails the one row alone.
-- Arguments: the switch, and the code of a refusal by it.
create function refuse_stopped() returns trigger language plpgsql as $$
declare
  v_frozen boolean;
begin
  if exists (select from control where name = tg_argv[0] and stopped) then
    raise exception using errcode = '23S01', message = tg_argv[1];
  end if;
  if tg_table_name = 'ledger_transfer' then
    select m.disabled_at is not null into v_frozen from member m where m.wallet_account = new.debit_account;
  else
    select m.disabled_at is not null into v_frozen from member m where m.id = new.member_id;
  end if;
  if v_frozen then
    raise exception using errcode = '23S01', message = 'INACTIVE_USER';
  end if;
  return new;
end $$;

create trigger refuse_payouts before insert on ledger_transfer for each row
  when (new.kind = 'withdraw') execute function refuse_stopped('payouts', 'PAYOUTS_STOPPED');
create trigger refuse_game_credit before insert on ledger_transfer for each row
  when (new.kind = 'game_in') execute function refuse_stopped('game_credit', 'GAME_CREDIT_STOPPED');
create trigger refuse_orders before insert on qr_order for each row
  execute function refuse_stopped('deposits', 'DEPOSITS_STOPPED');
create trigger refuse_gifts before insert on gift_link for each row
  execute function refuse_stopped('deposits', 'DEPOSITS_STOPPED');
