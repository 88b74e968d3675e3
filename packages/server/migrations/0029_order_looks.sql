-- expand
-- When the gateway of an order is next asked for payments; null once it is not asked again. `poll_at` and its index
-- are read by the version before this one alone.
alter table qr_order add column look_at timestamptz;
alter table qr_order alter column look_at set default now() + interval '10 seconds';
-- When the order was cancelled or failed; null for one that is over by its time, and for those ended before.
alter table qr_order add column ended_at timestamptz;
update qr_order set look_at = poll_at where state <> 'paid' and expires_at > now() - interval '1 day';
create index qr_order_due on qr_order (provider, look_at) where look_at is not null;
