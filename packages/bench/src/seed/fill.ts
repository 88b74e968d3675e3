import { Hashing } from '@krapao/server/kernel/hashing';
import pg from 'pg';
import type { Connection } from './connection.ts';
import { fillConsole } from './fill-console.ts';

export interface FillOptions {
  members: number;
  /** Movements of every member, including the first deposit. */
  movementsEach: number;
  /** Movements of the last member, who has more than the others. */
  heavyMovements?: number;
  /** Whether there are staff, too, and what their console lists. */
  withConsole?: boolean;
}

/** Password of every filled-in member. */
export const PASSWORD = 'bench-1234';

/** First names, each of many members. */
const FIRST_NAMES = [
  ['สมหญิง', 'SOMYING'],
  ['สมชาย', 'SOMCHAI'],
  ['มาลี', 'MALEE'],
  ['ประเสริฐ', 'PRASERT'],
  ['วิไล', 'WILAI'],
  ['อนันต์', 'ANAN'],
  ['กานดา', 'KANDA'],
  ['ธีระ', 'THEERA'],
] as const;

const DEPOSIT_MINOR = 100_000_000_000n;
const MOVE_MINOR = 10_000n;

/** Returns the bearer token of the n-th member, from 1: the database has only its SHA-256. */
export const tokenOf = (member: number): string => `bench-token-${member}`;

/** Returns the id of the n-th member. */
export const memberIdOf = (member: number): string => `bench${String(member).padStart(7, '0')}`;

/** Returns the phone of the n-th member. */
export const phoneOf = (member: number): string => `07${String(member).padStart(8, '0')}`;

/**
 * Fills a migrated, empty database with members who have sessions and movements, by set-based statements. The
 * books are as the ledger would have left them, numbering and balances included, so the auditor finds no
 * error. Where the setting says so, their payouts wait: the password was changed after the account was
 * opened.
 */
export async function fill(databaseUrl: string, options: FillOptions): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(
      `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
    );
    await fillThrough({ query: async (sql, values) => (await client.query(sql, values)).rows }, options);
  } finally {
    await client.end();
  }
}

/** Does {@link fill} over an open connection. */
export async function fillThrough(connection: Connection, options: FillOptions): Promise<void> {
  await makeMembers(connection, options, await new Hashing(1).hash(PASSWORD, 'member'));
  await makeMovements(connection, options);
  await connection.query('analyze');
  if (options.withConsole) await fillConsole(connection, options.members);
}

/** Creates accounts in their state after the movements, then everything that depends on them. */
async function makeMembers(
  connection: Connection,
  { members, movementsEach, heavyMovements = movementsEach }: FillOptions,
  passwordHash: string,
): Promise<void> {
  await connection.query(
    `insert into ledger_account (code, currency, house, movements, balance)
      select 'member:bench' || lpad(n::text, 7, '0') || ':wallet', 'BAHT', false, movements,
          $4::bigint - ${MOVE_MINOR} * (movements / 2) + ${MOVE_MINOR} * ((movements - 1) / 2)
        from (select n, case when n = $1::int then $3::int else $2::int end as movements
          from generate_series(1, $1::int) n) wanted`,
    [members, movementsEach, heavyMovements, String(DEPOSIT_MINOR)],
  );
  await connection.query(
    `insert into ledger_account (code, currency, house, balance)
      select 'house:gateway:KBANK:BAHT', 'BAHT', true, -$1::bigint * count(*) from ledger_account where not house
      union all
      select 'house:provider:PG:BAHT', 'BAHT', true, sum($1::bigint - balance) from ledger_account where not house`,
    [String(DEPOSIT_MINOR)],
  );
  await connection.query(
    `insert into member (id, username, name, password_hash, password_changed_at, source_code, invite_code,
        bank_code, bank_account_name, bank_account_no, currency, wallet_account, created_at)
      select 'bench' || n, '07' || lpad(n, 8, '0'), first.names[1 + one % 8] || ' ' || last.names[1 + two % 997], $1,
          now() - interval '25 hours', '', '', 'SCB', first.latin[1 + one % 8] || ' ' || last.latin[1 + two % 997],
          '7' || lpad(n, 9, '0'), 'BAHT', id, now() - interval '90 days'
        from (
          select id, substr(code, 13, 7) as n, hashtext(code) & 65535 as one, (hashtext(code) >> 16) & 65535 as two
            from ledger_account where not house order by id
        ) account
        cross join (select $2::text[] as names, $3::text[] as latin) first
        cross join (
          select array_agg('ใจ' || n || 'ดี' order by n) as names, array_agg('JAI' || translate(n::text, '0123456789', 'ABCDEFGHIJ') || 'DEE' order by n) as latin
            from generate_series(1, 997) n
        ) last`,
    [passwordHash, FIRST_NAMES.map(([thai]) => thai), FIRST_NAMES.map(([, latin]) => latin)],
  );
  await connection.query(
    `insert into session (token_hash, member_id, expires_at)
      select sha256(convert_to('bench-token-' || n, 'UTF8')), 'bench' || lpad(n::text, 7, '0'),
          now() + interval '30 days'
        from generate_series(1, $1::int) n`,
    [members],
  );
  await connection.query('insert into awaited_login (member_id) select id from member');
  // Every member who has opened home once has these rows.
  await connection.query(
    `insert into spin_member (member_id, counted, server_seed)
      select m.id, a.movements, sha256(convert_to(m.id, 'UTF8'))
        from member m join ledger_account a on a.id = m.wallet_account`,
  );
  await connection.query(
    `insert into game_account (member_id, provider, username, sealed_password, balance, balance_at, active)
      select id, 'SLOTXO', 'slotxo' || id, '\\x', 10000, now(), true from member`,
  );
}

/**
 * Creates movements: the first of each member is a deposit, then credit goes to a game and comes back in
 * turns.
 */
async function makeMovements(connection: Connection, options: FillOptions): Promise<void> {
  const { members, movementsEach, heavyMovements = movementsEach } = options;
  const indexes = await dropIndexes(connection);
  // Each row is as the triggers ask; asking them of ten million rows takes minutes.
  await connection.query('alter table ledger_transfer disable trigger user');
  // Inserts by time and not by member, in the order of real traffic.
  await connection.query(
    movementsOf(`generate_series(1, ${movementsEach}) k cross join lateral
    (select id, row_number() over (order by id) as n from ledger_account where not house) account`),
  );
  await connection.query(
    movementsOf(`generate_series(${movementsEach + 1}, ${heavyMovements}) k cross join lateral
    (select id, ${members} as n from ledger_account where not house order by id desc limit 1) account`),
  );
  await connection.query('alter table ledger_transfer enable trigger user');
  for (const statement of indexes) await connection.query(statement);
}

/**
 * Returns the SQL of the `k`-th movement of each account of `source`; the ids are version 7, like the
 * product's.
 */
const movementsOf = (source: string): string => `
  insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no, credit_no,
      detail, outcome, created_at, settled_at)
    select (substr(stamp, 1, 8) || '-' || substr(stamp, 9, 4) || '-7' || substr(noise, 1, 3) || '-8'
          || substr(noise, 4, 3) || '-' || substr(noise, 7, 12))::uuid,
        case when k % 2 = 0 then account else case k when 1 then gateway else provider end end,
        case when k % 2 = 0 then provider else account end,
        case k when 1 then ${DEPOSIT_MINOR}::bigint else ${MOVE_MINOR} end,
        case when k = 1 then 'deposit' when k % 2 = 0 then 'game_in' else 'game_out' end,
        'posted', false, case when k % 2 = 0 then k end, case when k % 2 = 1 then k end,
        case k when 1 then jsonb_build_object('provider', 'KBANK', 'reference', 'bench-' || n)
          else jsonb_build_object('provider', 'PG', 'username', 'pg' || n, 'memberId', 'bench' || n) end,
        case when k > 1 then '{"balance": "100.00"}'::jsonb end,
        made_at, made_at
      from (
        select account.id as account, k, n, house.*, made_at, md5(n || ':' || k) as noise,
            lpad(to_hex((extract(epoch from made_at) * 1000)::bigint), 12, '0') as stamp
          from ${source}
          cross join (select min(id) filter (where code like '%gateway%') as gateway,
              min(id) filter (where code like '%provider%') as provider from ledger_account where house) house
          cross join lateral (
            select now() - interval '80 days' + (k * 60 + n % 60) * interval '1 second' as made_at
          ) time
      ) movement`;

/** Drops indexes, because rebuilding is faster than updating. @returns the statements that recreate them */
async function dropIndexes(connection: Connection): Promise<string[]> {
  const rows = (await connection.query(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
        (select 'alter table ledger_transfer add constraint ' || quote_ident(c.conname) || ' '
            || pg_get_constraintdef(c.oid)
          from pg_constraint c where c.conindid = i.indexrelid and c.contype = 'p') as constraint
      from pg_index i where i.indrelid = 'ledger_transfer'::regclass`)) as {
    name: string;
    definition: string;
    constraint: string | null;
  }[];
  for (const { name, constraint } of rows) {
    await connection.query(
      constraint ? `alter table ledger_transfer drop constraint ${name}` : `drop index ${name}`,
    );
  }
  return rows.map(({ definition, constraint }) => constraint ?? definition);
}
