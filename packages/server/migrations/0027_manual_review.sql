-- expand
-- Transfers whose end no machine may decide: the other side's record differs from ours, or it refuses and keeps no
-- record of that.
create table manual_review (
  transfer_id uuid primary key,
  reason      text not null,
  created_at  timestamptz not null default now()
);

-- How often a payout was ordered, and why the bank refused the only order there was. An older process does not count.
alter table payout_decision add column orders int not null default 1;
alter table payout_decision add column refusal text;
