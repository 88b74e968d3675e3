-- expand
-- One proposal about a subject is open at a time. A proposal claims its subject until it is decided, or until the next
-- one finds it expired. Proposals of the version before claim nothing, and expire within a day.
alter table approval add column claim text;
create unique index approval_one_open on approval (claim) where decided_at is null;

-- Staff retry and close rejected entries, a page at a time.
create index rejected_entry_open_page on rejected_entry (created_at, id) where closed_at is null;

-- Members who log in with the same browser.
create index member_device_hash on member_device (device_hash);
