-- expand
-- A member who says that the limits still fit is asked again half a year later.
alter table protection_change drop constraint protection_change_what_check;
alter table protection_change add constraint protection_change_what_check
  check (what in ('limit', 'ask', 'confirm', 'break', 'exclusion', 'exclusion_end', 'review'));
-- Home looks up the last change of a member's limits.
create index protection_change_limits on protection_change (member_id, id)
  where what in ('limit', 'ask', 'confirm', 'review');
