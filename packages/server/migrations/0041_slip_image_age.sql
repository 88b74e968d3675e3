-- expand
-- The age of a slip's picture counts from here. A slip that is still open moves it, so a sweep that goes by this index
-- never passes the same open slips again and again. Pictures that are here already count from now: a new column with
-- one value for all rows is not written to them.
alter table slip_image add column kept_from timestamptz not null default now();
create index slip_image_kept_from on slip_image (kept_from);
