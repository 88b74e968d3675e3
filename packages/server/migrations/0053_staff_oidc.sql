-- expand
-- A session that the operator's own sign-in opened: the second factor was checked there.
alter table staff_session add column by_provider boolean not null default false;
