-- expand
-- What statement files told of transfers. An entry is no payment: the feed, a slip and other files tell of the same one
-- (docs/adr/0047-entries-of-statement-files.md).
create table statement_entry (
  digest       text not null, -- of the file, as in statement_file
  place        integer not null, -- number of the entry in the file
  statement    integer not null, -- number of its statement in the file
  transfer_id  uuid not null references incoming_transfer,
  account_no   text not null, -- the operator's
  amount       bigint not null check (amount > 0),
  format       text not null check (format in ('MT940', 'CAMT.053')),
  series       text not null, -- number and opening balance of the statement
  booked_on    date not null,
  value_on     date not null,
  booked_at    timestamptz, -- null where the day alone is told
  bank_ref     text, -- the bank's own; null where it has none
  text         text not null,
  from_bank    text not null,
  from_account text not null,
  from_name    text not null,
  unsure       boolean not null default false, -- it may be about another transfer of that amount
  primary key (digest, place)
);
create index statement_entry_transfer on statement_entry (transfer_id);
create index statement_entry_reference on statement_entry (account_no, bank_ref) where bank_ref is not null;
create index statement_entry_alike on statement_entry (account_no, amount, booked_on);
-- Files from before have no entries here, or not all.
alter table statement_file add column keeps_entries boolean not null default false;

-- A transfer may be known by a file alone.
alter table incoming_transfer drop constraint incoming_transfer_check1;
-- What the feed told may be about another transfer of that amount.
alter table incoming_transfer add column unsure boolean not null default false;
-- Sender as the feed tells them, where a file or a slip told of it first.
alter table incoming_transfer add column fed_from jsonb;
create index incoming_transfer_slip_ref on incoming_transfer (account_no, slip_ref) where slip_ref is not null;

-- Several statements may tell of one payment, and of one that no member has yet.
alter table same_money drop constraint same_money_credit_id_key;
create index same_money_credit on same_money (credit_id);

-- References of files' entries were days, with the bank's reference or a place behind them, and a number where there were
-- equal ones. Day of value, time, text and format of these entries are not known, which statement 0 says.
insert into statement_entry (digest, place, statement, transfer_id, account_no, amount, format, series, booked_on,
    value_on, booked_at, bank_ref, text, from_bank, from_account, from_name)
  select 'before statement entries', row_number() over (order by i.created_at, i.id), 0, i.id, i.account_no, i.amount,
      'MT940', '', left(i.statement_ref, 10)::date, left(i.statement_ref, 10)::date, null,
      case when i.statement_ref !~ '#\d+(\.\d+)?(/\d+)?$' then substr(i.statement_ref, 12) end,
      '', '', '', ''
    from incoming_transfer i where i.statement_ref ~ '^\d{4}-\d\d-\d\d/';
update incoming_transfer set statement_ref = null where statement_ref ~ '^\d{4}-\d\d-\d\d/';
