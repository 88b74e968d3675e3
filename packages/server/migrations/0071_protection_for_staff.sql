-- expand
-- Staff see since when a member's protection holds, and why staff tightened it, and list the members who are stopped.

-- The lists of stopped members, each with its order.
create index protection_on_break on protection (break_until, member_id) where break_until is not null;
create index protection_excluded on protection (excluded_at, member_id)
  where excluded_at is not null and exclusion_ends_at is null;
create index protection_returning on protection (exclusion_ends_at, member_id) where exclusion_ends_at is not null;
-- Who began a break or an exclusion.
create index protection_change_stops on protection_change (member_id, what, made_at, id)
  where what in ('break', 'exclusion');

-- None where it began before these times were kept, and the history does not tell.
alter table protection add column break_at timestamptz;
alter table protection_limit add column set_at timestamptz;
-- The reason of staff; empty for the member's own changes, and for those before reasons were kept.
alter table protection_change add column reason text not null default '';
