-- What processes share about game providers: which are down, and pages that open a game once.

-- Providers that are taken to be down. One that is back has no row.
create table provider_outage (
  provider text primary key,
  since    timestamptz not null default now(),
  probe_at timestamptz not null default now() -- when it is next asked whether it is back
);

-- A page that a provider answered a launch with, until the member's browser fetches it.
create table launch_page (
  token_hash  bytea primary key,
  provider    text not null,
  sealed_html bytea not null, -- encrypted with the server's secret key
  expires_at  timestamptz not null
);
create index launch_page_expiry on launch_page (expires_at);
