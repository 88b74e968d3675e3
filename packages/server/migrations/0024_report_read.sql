-- expand
-- When a provider's report was last read to its end: what was played before that moment is known.
alter table turnover_cursor add column read_at timestamptz;
