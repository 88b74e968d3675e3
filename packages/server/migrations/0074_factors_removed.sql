-- expand
-- When staff removed a member's factors: payouts are looked at for a while after it.
alter table member add column factors_removed_at timestamptz;
