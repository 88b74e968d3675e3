-- expand
-- Values name their key only once there has been another one: the version before reads those without a name.
alter table secret_key add column names_values boolean not null default false;
