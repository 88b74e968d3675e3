-- expand
-- The last answer of the look-up service about a slip, for the person who decides a slip that was not credited.
create table slip_answer (
  slip_id        uuid primary key references slip on delete cascade,
  told_at        timestamptz not null,
  answer         text not null check (answer in ('found', 'not_found', 'delayed', 'quota', 'refused', 'unknown')),
  reason         text not null default '', -- why the service refused, or did not answer
  amount         bigint check (amount > 0),
  transferred_at timestamptz,
  from_bank      text not null default '',
  from_account   text not null default '',
  from_name      text not null default '',
  to_bank        text not null default '',
  to_account     text not null default '',
  to_name        text not null default '',
  check ((answer = 'found') = (amount is not null and transferred_at is not null))
);

-- Why exactly a slip was refused or waits, which its note for the player does not tell; and who decided it.
alter table slip add column why text not null default '';
alter table slip add column decided_by text not null default ''; -- name of the deciding person; empty: the machine
alter table slip add column decided_at timestamptz;
