-- expand: a table of its own.
-- Which secret keys the sealed values of this database may be under, and which of them seals.
create table secret_key (
  id         text primary key, -- tells nothing about the key
  digest_key bytea not null, -- the installation's key of digests, sealed with this key: who opens it has the right key
  is_sealing boolean not null,
  created_at timestamptz not null default now()
);
create unique index secret_key_sealing on secret_key (is_sealing) where is_sealing;
