-- expand
-- Finds the acts of a span of time.
create index staff_audit_at on staff_audit (at, id);
