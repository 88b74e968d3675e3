-- expand
-- Withdrawals that wait for a person before the bank hears of them. A cancelled one has the decision `cancel` in
-- payout_decision, which stays the one place that decides.
create table payout_review (
  transfer_id  uuid primary key,
  hits         jsonb not null, -- the rules that were hit: [{ rule, isStrong, detail }]
  people       int not null check (people in (1, 2)),
  state        text not null default 'waiting' check (state in ('waiting', 'held', 'approved', 'refused')),
  created_at   timestamptz not null default now(),
  leased_by    uuid references staff,
  leased_until timestamptz,
  approval_id  uuid references approval, -- the last proposal to approve it
  decided_by   text not null default '', -- name of the deciding person
  decided_at   timestamptz,
  reason       text not null default '',
  shown        text not null default '' -- what the member is told of a refusal
);
create index payout_review_open on payout_review (created_at, transfer_id) where state in ('waiting', 'held');
create index payout_review_decided on payout_review (decided_at, transfer_id) where state in ('approved', 'refused');

-- Notes of staff about a member.
create table member_note (
  id         bigint generated always as identity primary key,
  member_id  text not null references member on delete cascade,
  made_at    timestamptz not null default now(),
  made_by    text not null,
  text       text not null check (text <> '')
);
create index member_note_member on member_note (member_id, id);
