-- expand
-- A freezing can have an end, at which the member is unfrozen.
alter table member_freeze add column until timestamptz; -- none: until a person unfreezes
create index member_freeze_until on member_freeze (until) where until is not null;
