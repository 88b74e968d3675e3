import { sql } from 'kysely';
import type { Provider } from '../../content/schema.ts';
import type { Queries, Tx } from '../../database/open.ts';
import type { TurnoverEntry } from '../../ports/game-provider.ts';
import { findPlayers, hasActivePlayer, players } from '../games/queries.ts';
import type { Played } from './types.ts';

/** Position in a provider's report. */
export interface Position {
  cursor: string | null;
}

/** Maximum lag of a provider's clock behind ours. */
const CLOCKS_APART_MS = 60_000;

interface Row {
  member_id: string;
  reference: string;
}

/** Lists the providers with active players whose report is due and not leased by another process. */
export async function listDueReports(queries: Queries, providers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    select p.provider from unnest(${sql.val(providers)}::text[]) p (provider)
      where ${hasActivePlayer(sql`p.provider`)}
        and not exists (
          select from turnover_cursor c where c.provider = p.provider and c.leased_until >= now())`.execute(
    queries,
  );
  return rows.map(({ provider }) => provider);
}

/** Leases a report; undefined while another process holds it. */
export async function leaseReport(
  queries: Queries,
  provider: string,
  ms: number,
): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    insert into turnover_cursor as c (provider, leased_until)
        values (${provider}, now() + ${ms} * interval '1 millisecond')
      on conflict (provider) do update set leased_until = excluded.leased_until
        where c.leased_until < now()
      returning cursor`.execute(queries);
  return rows[0];
}

/** @param readTo start of the reading, if it reached the report's end */
export async function releaseReport(
  queries: Queries,
  provider: string,
  pauseMs: number,
  readTo: Date | undefined,
): Promise<void> {
  await queries
    .updateTable('turnover_cursor')
    .set({
      leased_until: sql<Date>`now() + ${pauseMs} * interval '1 millisecond'`,
      ...(readTo && { read_at: readTo }),
    })
    .where('provider', '=', provider)
    .execute();
}

/** Returns a report's position, regardless of the lease. */
export async function findPosition(queries: Queries, provider: string): Promise<Position> {
  const row = await queries
    .selectFrom('turnover_cursor')
    .select('cursor')
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row ?? { cursor: null };
}

/**
 * Returns whether an entry recorded since a moment, by our clock, may have been played since then, by the
 * provider's clock.
 */
export async function hasPlayedSince(
  queries: Queries,
  provider: string,
  memberId: string,
  since: Date,
): Promise<boolean> {
  const row = await queries
    .selectFrom('turnover_entry')
    .select('reference')
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .where('at', '>=', new Date(since.getTime() - CLOCKS_APART_MS))
    .where('taken_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Advances a report's position. A global lock serializes these transactions.
 * @returns false when the position is not where the page began, because another process has recorded the
 *   page
 */
export async function advancePosition(
  tx: Tx,
  provider: string,
  from: string | null,
  to: string | null,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('turnover', 0))`.execute(tx);
  const { rows } = await sql`
    insert into turnover_cursor as c (provider, cursor)
        select ${provider}, ${to}
          where ${from}::text is null or exists (select from turnover_cursor where provider = ${provider})
      on conflict (provider) do update set cursor = excluded.cursor
        where c.cursor is not distinct from ${from}::text
      returning provider`.execute(tx);
  return rows.length > 0;
}

/**
 * Stores the new entries.
 * @returns the new entries with their members, in the given order, and the number of entries without a
 *   member
 */
export async function addEntries(
  tx: Tx,
  provider: Pick<Provider, 'code' | 'category'>,
  entries: readonly TurnoverEntry[],
): Promise<{ played: Played[]; strangers: number }> {
  const column = <V>(pick: (entry: TurnoverEntry) => V) => sql.val(entries.map(pick));
  const owners = await findPlayers(
    tx,
    provider.code,
    entries.map(({ username }) => username),
  );
  // Entries older than the retained ones may have been counted and summed already, so they are set aside.
  const told = sql`
    select distinct on (e.reference) ${provider.code}::text as provider, e.reference, g.member_id, e.game,
        e.turnover, e.win_loss, e.at, e.at < h.rolled_before as is_late
      from unnest(
        ${column(({ reference }) => reference)}::text[], ${column(({ username }) => username)}::text[],
        ${column(({ game }) => game)}::text[], ${column(({ turnover }) => String(turnover))}::bigint[],
        ${column(({ winLoss }) => String(winLoss))}::bigint[],
        ${column(({ at }) => at.toISOString())}::timestamptz[]
      ) with ordinality e (reference, username, game, turnover, win_loss, at, no)
      join ${players} g on g.provider = ${provider.code} and g.username = e.username
      cross join turnover_horizon h
      order by e.reference, e.no`;
  const { rows } = await sql<Row>`
    with entry as (${told}), late as (
      insert into turnover_late (provider, reference, member_id, turnover, win_loss, at)
        select provider, reference, member_id, turnover, win_loss, at from entry where is_late
      on conflict do nothing
    )
    insert into turnover_entry (provider, reference, member_id, category, game, turnover, win_loss, at)
      select provider, reference, member_id, ${provider.category}, game, turnover, win_loss, at
        from entry where not is_late
      on conflict do nothing
      returning reference, member_id`.execute(tx);
  const fresh = new Set(rows.map(({ reference }) => reference));
  const played: Played[] = [];
  for (const entry of entries) {
    const memberId = owners.get(entry.username);
    // Each entry counts once, even when the page itself repeats it.
    if (!memberId || !fresh.delete(entry.reference)) continue;
    const { reference, game, turnover, winLoss, at } = entry;
    const { code, category } = provider;
    played.push({ memberId, provider: code, reference, category, game, turnover, winLoss, at });
  }
  await addTotals(tx, provider.code, played);
  const strangers = entries.filter(({ username }) => !owners.has(username)).length;
  return { played, strangers };
}

async function addTotals(tx: Tx, provider: string, played: readonly Played[]): Promise<void> {
  if (played.length === 0) return;
  const column = <V>(pick: (entry: Played) => V) => sql.val(played.map(pick));
  await sql`
    insert into turnover_total as t (provider, member_id, turnover, win_loss)
      select ${provider}, member_id, sum(turnover), sum(win_loss)
        from unnest(
          ${column(({ memberId }) => memberId)}::text[],
          ${column(({ turnover }) => String(turnover))}::bigint[],
          ${column(({ winLoss }) => String(winLoss))}::bigint[]
        ) e (member_id, turnover, win_loss)
        group by member_id
      on conflict (provider, member_id) do update
        set turnover = t.turnover + excluded.turnover, win_loss = t.win_loss + excluded.win_loss`.execute(tx);
}
