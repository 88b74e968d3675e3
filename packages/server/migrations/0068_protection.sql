-- expand
-- Members limit what they deposit and lose, take breaks and exclude themselves. What arrives beyond that is kept in an
-- account of the member's own, the held balance, out of which nothing can be played.

-- One row for each member who has ever set something. `exclusion_until` is the day from which the end of an exclusion
-- can be asked for; none: never. An exclusion holds until `exclusion_ends_at`, which the member's asking sets.
create table protection (
  member_id         text primary key references member on delete cascade,
  wallet_account    bigint not null unique references ledger_account,
  held_account      bigint not null unique references ledger_account,
  break_until       timestamptz,
  excluded_at       timestamptz,
  exclusion_until   timestamptz,
  exclusion_ends_at timestamptz,
  reality_minutes   int check (reality_minutes between 15 and 120), -- none: the operator's
  check (wallet_account < held_account), -- the order in which accounts are locked
  check (excluded_at is not null or exclusion_until is null and exclusion_ends_at is null),
  check (exclusion_ends_at is null or exclusion_ends_at >= exclusion_until)
);

-- A limit in force, in minor units of the wallet's currency. A higher one, or none, waits until `pending_from` and is
-- then confirmed.
create table protection_limit (
  member_id      text not null references protection on delete cascade,
  kind           text not null check (kind in ('deposit', 'loss')),
  period         text not null check (period in ('day', 'week', 'month')),
  amount         bigint not null check (amount > 0),
  pending_amount bigint check (pending_amount > amount), -- none, while one is pending: no limit at all
  pending_from   timestamptz,
  primary key (member_id, kind, period),
  check (pending_amount is null or pending_from is not null)
);

-- Each change, by the member (`made_by` is empty) or by staff. Rows are only added.
create table protection_change (
  id        bigint generated always as identity primary key,
  member_id text not null references protection on delete cascade,
  made_at   timestamptz not null,
  made_by   text not null default '',
  what      text not null check (what in ('limit', 'ask', 'confirm', 'break', 'exclusion', 'exclusion_end')),
  detail    jsonb not null
);
create index protection_change_member on protection_change (member_id, id);

-- By what an excluded person is known, as it was when they excluded themselves. No account is opened with it.
create table exclusion_mark (
  kind      text not null check (kind in ('phone', 'bank', 'name')),
  value     text not null check (value <> ''),
  member_id text not null references protection on delete cascade,
  primary key (kind, value, member_id)
);

-- The part of a deposit that went on to the held balance, and why: a code of the catalogue.
create table held_deposit (
  deposit_id  uuid primary key,
  transfer_id uuid not null unique,
  amount      bigint not null check (amount > 0),
  reason      text not null check (reason in ('LIMIT_DEPOSIT', 'ON_BREAK', 'EXCLUDED'))
);

create function hold_excess() returns trigger language plpgsql as $$ begin return null; end $$;
create function hold_again() returns trigger language plpgsql as $$ begin return null; end $$;
create function refuse_protected_transfer() returns trigger language plpgsql as $$ begin return new; end $$;
create function refuse_protected_order() returns trigger language plpgsql as $$ begin return new; end $$;

create trigger hold_excess after insert on ledger_transfer for each row
  when (new.kind in ('deposit', 'suspense_out') and new.credit_no is not null) execute function hold_excess();
create trigger hold_again after update on ledger_transfer for each row
  when (new.kind = 'withdraw' and new.state = 'voided' and new.detail ? 'held') execute function hold_again();
create trigger refuse_protected_game before insert on ledger_transfer for each row
  when (new.kind = 'game_in') execute function refuse_protected_transfer('loss', 'LIMIT_LOSS');
create trigger refuse_protected_reward before insert on ledger_transfer for each row
  when (new.kind = 'bonus') execute function refuse_protected_transfer();
create trigger refuse_protected_release before insert on ledger_transfer for each row
  when (new.kind = 'held_release') execute function refuse_protected_transfer('deposit', 'LIMIT_DEPOSIT');
create trigger refuse_protected_order before insert on qr_order for each row
  execute function refuse_protected_order('amount');
create trigger refuse_protected_order before insert on gift_link for each row
  execute function refuse_protected_order('any');
create trigger refuse_protected_order before insert on spin_draw for each row
  execute function refuse_protected_order();
