-- expand
-- Coins count deposits net of withdrawals, or stakes.

-- What a member has deposited and not withdrawn, and the most that ever was, minor units.
alter table spin_member
  add column net bigint not null default 0 check (net >= 0),
  add column highest bigint not null default 0,
  add check (net <= highest);
-- What has earned coins so far counts as being there still.
update spin_member s set net = d.deposited, highest = d.deposited
  from (select member_id, sum(deposited)::bigint as deposited from coin_day group by member_id) d
  where d.member_id = s.member_id;

alter table coin_day add column staked bigint not null default 0 check (staked >= 0); -- minor units

-- Withdrawals that were counted while they were under way: one that is refused is counted back.
create table coin_withdrawal (
  transfer_id uuid primary key,
  member_id   text not null references member on delete cascade,
  taken_off   bigint not null check (taken_off >= 0) -- of the net deposits, minor units
);
create index coin_withdrawal_member on coin_withdrawal (member_id);
