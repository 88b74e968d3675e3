-- One transfer of a player at a time, at providers where what became of it shows in the balance alone.

-- The transfer whose turn it is, or was last. It stands in the way of others until it has settled in the ledger;
-- one that has not been sent stands in nobody's way for long.
create table balance_claim (
  provider    text not null,
  username    text not null,
  transfer_id uuid not null,
  token       uuid not null, -- of this taking: a process that was overtaken can do no more
  claimed_at  timestamptz not null default now(),
  sent_at     timestamptz, -- from here on the provider may have it
  unclear_at  timestamptz, -- the balance turned out to tell nothing: a person has to
  primary key (provider, username)
);
create index balance_claim_unclear on balance_claim (unclear_at) where unclear_at is not null;
