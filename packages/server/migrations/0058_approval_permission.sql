-- expand
-- Permission to decide a proposal, so that a page of the list is full of what a person may see. Empty for proposals of
-- the version before, which expire within a day: those are judged when they are read.
alter table approval add column permission text not null default '';
