-- expand
-- Credit between two games is sent on in lanes, by the game it goes to; each row has a time of its own.
alter table onward_transfer add column next_at timestamptz not null default now();

create index onward_transfer_due on onward_transfer (to_provider, next_at) where not done;
