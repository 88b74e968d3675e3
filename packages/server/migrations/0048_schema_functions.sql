-- expand
-- The version of each SQL function that is in force. The bodies are in sql/functions.
create table schema_function (
  name       text primary key,
  version    int not null,
  hash       text not null, -- of the statement
  applied_at timestamptz not null default now()
);
