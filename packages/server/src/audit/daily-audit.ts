import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import { Worker } from '../kernel/worker.ts';
import type { Finding } from './finding.ts';
import { countFindings } from './runs.ts';

const LOOKED_AT_EVERY_MS = 60_000;

/** Runs the audit once a day, in one of the processes, and logs its findings. */
export class DailyAudit {
  readonly #worker: Worker;
  readonly #stopping = new AbortController();

  constructor(parts: {
    database: Database;
    logger: Logger;
    /** Hour of the day in Bangkok. */
    hour: number;
    audit: (signal: AbortSignal) => Promise<Finding[]>;
  }) {
    const { database, logger, hour, audit } = parts;
    this.#worker = new Worker({
      name: 'daily audit',
      everyMs: LOOKED_AT_EVERY_MS,
      logger,
      round: async () => {
        const day = await claimDay(database, hour);
        if (!day) return false;
        const { signal } = this.#stopping;
        const findings = await audit(signal).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
        if (!findings) return false;
        for (const finding of findings) {
          if (finding.severity === 'wrong') logger.error(finding, 'audit');
          else logger.warn(finding, 'audit');
        }
        const { wrong, attention } = countFindings(findings);
        await database.queries
          .updateTable('audit_run')
          .set({ finished_at: sql`now()`, wrong, attention })
          .where('day', '=', sql<Date>`${day}::date`)
          .execute();
        logger.info({ day, wrong, attention, ...(await endOfChain(database)) }, 'audit finished');
        return false;
      },
    });
  }

  start(): void {
    this.#worker.start();
  }

  /** Aborts a running audit. It has changed nothing; a process claims it again an hour after its start. */
  stop(): Promise<void> {
    this.#stopping.abort();
    return this.#worker.stop();
  }

  round(): Promise<boolean> {
    return this.#worker.round();
  }
}

/**
 * Returns the number and the hash of the last act of staff. A log that is kept elsewhere proves by them that no act up
 * to here was changed or removed later.
 */
async function endOfChain(database: Database): Promise<{ lastAct: string; lastActHash: string }> {
  const { id, hash } = await database.queries
    .selectFrom('staff_audit_end')
    .select(['id', 'hash'])
    .executeTakeFirstOrThrow();
  return { lastAct: String(id), lastActHash: hash.toString('hex') };
}

/**
 * Claims today's audit if its hour has come and no process has claimed it, or if its run is unfinished an
 * hour after its start.
 * @returns the day if this process claimed it
 */
export async function claimDay(database: Database, hour: number): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    insert into audit_run (day)
      select local.at::date from (select now() at time zone 'Asia/Bangkok' as at) local
        where extract(hour from local.at) >= ${hour}
      on conflict (day) do update set started_at = now()
        where audit_run.finished_at is null and audit_run.started_at < now() - interval '1 hour'
      returning day::text as day`.execute(database.queries);
  return rows[0]?.day;
}
