-- expand
-- The names of account holders by which transfers with hidden digits are matched (docs/names.md). What a member
-- changes later stands in member.bank_account_name alone until a bank or staff have proven it.

create table holder_name (
  member_id  text not null references member on delete cascade,
  name       text not null,
  basis      text not null check (basis in ('registered', 'transfer', 'staff')),
  created_at timestamptz not null default now(),
  primary key (member_id, name)
);

-- What was changed before is kept nowhere: those names count once they are proven.
insert into holder_name (member_id, name, basis)
  select id, bank_account_name, 'registered' from member
    where bank_account_no <> '' and bank_account_name <> '' and bank_changed_at is null;
