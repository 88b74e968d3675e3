-- expand
-- The sums of limits, kept by the statements that move money: a check reads no movements
-- (docs/adr/0051-sums-of-limits.md).

-- A wallet whose member has, or has had, a limit, a break or an exclusion: its movements are counted.
alter table ledger_account add column guarded boolean not null default false;
update ledger_account set guarded = true
  where id in (
    select wallet_account from protection p
      where break_until is not null or excluded_at is not null
        or exists (select from protection_limit l where l.member_id = p.member_id));

-- Beginning of the period since which the sums of the limit are kept; null while they are not.
alter table protection_limit add column counted_since timestamptz;
create index protection_limit_uncounted on protection_limit (member_id) where counted_since is null;

-- The sum of a limit in one period, in minor units: one row for a deposit limit, one for each game for a loss limit.
-- A move of credit that has not ended yet may still be taken off, by as much as the sum has not fallen below since.
create table protection_sum (
  member_id text not null,
  kind      text not null,
  period    text not null,
  since     timestamptz not null,
  game      bigint not null, -- the game's account, or 0
  amount    bigint not null,
  waiting   uuid[] not null default '{}', -- moves that have not ended, in their order
  lowest    bigint[] not null default '{}', -- the least of the sum between each of them and the next
  rough     boolean not null default false, -- there were more than are followed: the amount may be too much
  primary key (member_id, kind, period, since, game),
  foreign key (member_id, kind, period) references protection_limit on delete cascade,
  check (cardinality(waiting) = cardinality(lowest))
) with (fillfactor = 70);
create index protection_sum_since on protection_sum (since);
create index protection_sum_rough on protection_sum (member_id) where rough;

create function guard_wallet() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger guard_limited after insert on protection_limit for each row execute function guard_wallet();
create trigger guard_stopped after insert or update of break_until, excluded_at on protection for each row
  when (new.break_until is not null or new.excluded_at is not null) execute function guard_wallet();

-- Functions in SQL are read when they are made, in the order of their names: those that others call are there before.
create function protection_paid_in(p_wallet bigint, p_from timestamptz, p_to timestamptz, p_upto bigint)
  returns bigint language sql as $$ select 0::bigint $$;
create function protection_play(p_wallet bigint, p_from timestamptz, p_to timestamptz, p_upto bigint)
  returns table (game bigint, amount bigint, waiting uuid[], lowest bigint[])
  language sql as $$ select 0::bigint, 0::bigint, '{}'::uuid[], '{}'::bigint[] $$;
create function protection_used(p_limit protection_limit, p_wallet bigint, p_at timestamptz)
  returns bigint language sql as $$ select 0::bigint $$;
