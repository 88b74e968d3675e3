-- expand
-- When the seeds of everybody's next draw were replaced: a copy of the books that is started knows seeds that have been
-- revealed since it was made. A hash that was shown before such a moment binds nobody after it.
create table spin_rotation (
  at     timestamptz primary key default now(),
  reason text not null check (reason in ('restore', 'failover'))
);
