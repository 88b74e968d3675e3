-- expand
-- Statement files as they come: those that staff give wait for a second person, with their bytes until then; those of
-- the folder are listed when they were read.
create table statement_intake (
  id         uuid primary key,
  digest     text not null, -- as in statement_file
  name       text not null check (name <> ''),
  format     text not null check (format in ('MT940', 'CAMT.053')),
  entries    integer not null check (entries >= 0),
  sums       jsonb not null, -- amounts by currency
  maker      uuid references staff, -- null: it was in the folder
  content    bytea, -- null once it is booked or refused
  state      text not null check (state in ('waiting', 'approved', 'booked', 'refused')),
  taken      integer not null default 0 check (taken >= 0),
  aside      integer not null default 0 check (aside >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null -- of the proposal
);
create index statement_intake_approved on statement_intake (id) where state = 'approved';
create index statement_intake_waiting on statement_intake (expires_at) where state = 'waiting';
