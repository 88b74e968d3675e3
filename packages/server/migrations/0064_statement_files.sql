-- expand
-- Statement files of banks. A file that was read to its end is not read again, whatever its name.
create table statement_file (
  digest  text primary key, -- SHA-256 of its bytes, in hex
  name    text not null check (name <> ''),
  format  text not null check (format in ('MT940', 'CAMT.053')),
  taken   integer not null check (taken >= 0),
  aside   integer not null check (aside >= 0), -- entries that staff must look at
  read_at timestamptz not null default now()
);

-- Statements may tell the day of a transfer alone.
alter table incoming_transfer add column day_only boolean not null default false;
create index incoming_transfer_day_only on incoming_transfer (account_no, amount, transferred_at) where day_only;
