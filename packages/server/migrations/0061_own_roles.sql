-- expand
-- Roles that the operator has made. The people who have one name it in staff_role, as they name a built-in role.
create table staff_own_role (
  name        text primary key check (name <> ''),
  permissions text[] not null check (cardinality(permissions) > 0),
  changed_at  timestamptz not null default now()
);

-- Finds the people who have a role.
create index staff_role_role on staff_role (role, staff_id);
