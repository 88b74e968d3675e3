-- expand
-- Pending transfers are asked about in lanes, one a counterparty and kind, so that a slow counterparty delays nobody
-- else's. An older process writes rows without a lane: they make a lane of their own until they are asked about.
alter table settlement_attempt add column lane text not null default '';

update settlement_attempt a set lane = t.kind || coalesce(':' || (t.detail ->> 'provider'), '')
  from ledger_transfer t where t.id = a.transfer_id;

create index settlement_attempt_lane on settlement_attempt (lane, next_at);
