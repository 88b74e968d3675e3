-- expand
-- The audit reads a period by an index, feeds from a checkpoint, and every run of it is recorded.

-- A run by command has no day. The daily run still finds its row by the day.
alter table audit_run drop constraint audit_run_pkey;
alter table audit_run alter column day drop not null;
alter table audit_run add constraint audit_run_day unique (day);
alter table audit_run add column id bigint generated always as identity primary key;
alter table audit_run add column started_by text not null default 'daily' check (started_by in ('daily', 'command'));

-- Up to where the entries of a feed are older than anything that the daily audit still compares.
create table audit_checkpoint (
  feed       text primary key,
  cursor     text not null,
  written_at timestamptz not null default now()
);

-- Movements are written in the order of time, so a summary of each stretch of the table is enough, and costs an
-- insert next to nothing.
create index ledger_transfer_created on ledger_transfer using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
-- Rewards and corrections are few among all movements.
create index ledger_transfer_rewards on ledger_transfer (kind)
  where kind in ('bonus', 'finish_bonus', 'suspense_out');
