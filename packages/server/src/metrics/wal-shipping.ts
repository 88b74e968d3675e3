import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { Worker } from '../kernel/worker.ts';

/** Pause between queries to PostgreSQL, independent of scrapes. */
const LOOK_EVERY_MS = 5_000;

/** States of a refusal: a role without rights, or a standby asked for a primary's figures. */
const NOT_TOLD = new Set(['42501', '55000']);

/** The archive of the write-ahead log. */
export interface Archive {
  /** True if the last attempt failed. */
  isFailing: boolean;
  /** Time since the last file was archived. */
  archivedSecondsAgo: number;
  /** Loss of data if the primary were lost: log that is not in the archive. */
  unarchivedBytes: number;
}

/** One connected standby. */
export interface Replica {
  /** Its `application_name`. */
  name: string;
  /** Time until a commit is visible there. A standby that has stopped replaying keeps its last value. */
  lagSeconds: number;
  /** Log that it has not replayed. */
  lagBytes: number;
}

/** A figure that PostgreSQL does not show to this role. */
export const UNKNOWN = Symbol('unknown');

/** @returns undefined if `archive_mode` is off */
export async function lookAtArchive(database: Database): Promise<Archive | undefined | typeof UNKNOWN> {
  // Name of a log file: timeline, then the position in the log as two numbers of eight hexadecimal digits.
  return told(async () => {
    const { rows } = await sql<Archive>`
      with archived as (
        select a.*, setting::bigint as size from pg_stat_archiver a, pg_settings
          where name = 'wal_segment_size' and current_setting('archive_mode') <> 'off'
      )
      select
        coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
        extract(epoch from now() - coalesce(last_archived_time, stats_reset))::float8 as "archivedSecondsAgo",
        greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') - case
          when last_archived_wal ~ '^[0-9A-F]{24}' then
            ('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * 4294967296
            + (('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint + 1) * size
          else 0
        end)::float8 as "unarchivedBytes"
        from archived`.execute(database.queries);
    return rows[0];
  });
}

/** Returns the standbys of this primary, without base backups (`pg_basebackup`). */
export async function lookAtReplicas(database: Database): Promise<Replica[] | typeof UNKNOWN> {
  return told(async () => {
    // A role without rights sees that there is a connection, and nothing about it.
    const { rows } = await sql<Replica & { isTold: boolean }>`
      select application_name as name, state is not null as "isTold",
          coalesce(extract(epoch from replay_lag), 0)::float8 as "lagSeconds",
          coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float8 as "lagBytes"
        from pg_stat_replication
        where state is null or (state in ('catchup', 'streaming') and replay_lsn is not null)`.execute(
      database.queries,
    );
    if (rows.some(({ isTold }) => !isTold)) return UNKNOWN;
    return rows;
  });
}

async function told<T>(look: () => Promise<T>): Promise<T | typeof UNKNOWN> {
  return look().catch((error: unknown) => {
    if (NOT_TOLD.has((error as { code?: string }).code ?? '')) return UNKNOWN;
    throw error;
  });
}

/** Creates the worker that shows how the write-ahead log reaches the archive and the standbys. */
export function watchWalShipping(parts: {
  metrics: Metrics;
  database: Database;
  logger: Logger;
  /** Expected number of standbys. */
  expectedReplicas: number;
}): Worker {
  const { metrics, database, logger } = parts;
  const showArchive = archiveGauges(metrics);
  const showReplicas = replicaGauges(metrics);
  const unknown = metrics.gauge(
    'krapao_database_figures_unknown',
    'Whether PostgreSQL does not tell these figures to the role of the servers',
    ['figures'],
  );
  metrics
    .gauge('krapao_replicas_expected', 'Standbys that should follow the primary', [])
    .set(parts.expectedReplicas);
  return new Worker({
    name: 'wal shipping',
    everyMs: LOOK_EVERY_MS,
    logger,
    round: async () => {
      const archive = await lookAtArchive(database);
      showArchive(archive === UNKNOWN ? undefined : archive);
      unknown.set({ figures: 'wal_archive' }, archive === UNKNOWN ? 1 : 0);
      const replicas = await lookAtReplicas(database);
      showReplicas(replicas === UNKNOWN ? undefined : replicas);
      unknown.set({ figures: 'replicas' }, replicas === UNKNOWN ? 1 : 0);
      return false;
    },
  });
}

/** @returns a function that shows the archive; without one there are no figures */
function archiveGauges(metrics: Metrics): (archive: Archive | undefined) => void {
  const failing = metrics.gauge('krapao_wal_archive_failing', 'Whether the last try to archive failed', []);
  const age = metrics.gauge('krapao_wal_archived_seconds_ago', 'Since a file of the log was archived', []);
  const bytes = metrics.gauge('krapao_wal_unarchived_bytes', 'Log that is not in the archive', []);
  return (archive) => {
    if (!archive) {
      for (const gauge of [failing, age, bytes]) gauge.remove();
      return;
    }
    failing.set(archive.isFailing ? 1 : 0);
    age.set(archive.archivedSecondsAgo);
    bytes.set(archive.unarchivedBytes);
  };
}

/** @returns a function that shows the standbys; without figures if they are unknown */
function replicaGauges(metrics: Metrics): (replicas: readonly Replica[] | undefined) => void {
  const connected = metrics.gauge('krapao_replicas_connected', 'Standbys that follow the primary', []);
  const seconds = metrics.gauge('krapao_replica_lag_seconds', 'How far a standby is behind', ['replica']);
  const bytes = metrics.gauge('krapao_replica_lag_bytes', 'Log that a standby has not replayed', ['replica']);
  return (replicas) => {
    seconds.reset();
    bytes.reset();
    if (!replicas) {
      connected.remove();
      return;
    }
    connected.set(replicas.length);
    // Unnamed standbys share one name: the worst of them counts.
    for (const { name, lagSeconds, lagBytes } of replicas.toSorted((a, b) => a.lagBytes - b.lagBytes)) {
      seconds.set({ replica: name }, lagSeconds);
      bytes.set({ replica: name }, lagBytes);
    }
  };
}
