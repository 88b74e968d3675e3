import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/open.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { claimDay, DailyAudit } from './daily-audit.ts';
import type { Finding } from './finding.ts';

const WRONG: Finding = { severity: 'wrong', check: 'payouts', subject: 'p1', message: 'is done at the bank' };
const ATTENTION: Finding = {
  severity: 'attention',
  check: 'suspense',
  subject: 's1',
  message: 'is nobody’s',
};

describe('the daily audit', () => {
  let database: Database;
  let runs = 0;
  let lines: string[] = [];
  const processes: DailyAudit[] = [];

  beforeEach(async () => {
    database = await postgresDatabase();
    runs = 0;
    lines = [];
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((daily) => daily.stop()));
    await database.close();
  });

  const newProcess = (): DailyAudit => {
    const daily = new DailyAudit({
      database,
      logger: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
      hour: 0,
      audit: async () => {
        runs += 1;
        return [WRONG, ATTENTION];
      },
    });
    processes.push(daily);
    return daily;
  };
  const finished = async () => {
    const [row] = await database.queries.selectFrom('audit_run').selectAll().execute();
    expect(row?.finished_at).toBeInstanceOf(Date);
    return row!;
  };

  it('runs in one of several processes, logs what it finds, and keeps the count', async () => {
    await Promise.all(Array.from({ length: 4 }, () => newProcess().round()));
    expect(await finished()).toMatchObject({ wrong: 1, attention: 1 });
    expect(runs).toBe(1);
    const logged = lines.map((line) => JSON.parse(line) as { level: number; subject?: string });
    expect(logged.filter(({ subject }) => subject === 'p1')).toMatchObject([{ level: 50 }]);
    expect(logged.filter(({ subject }) => subject === 's1')).toMatchObject([{ level: 40 }]);
  });

  it('logs the last act of staff with its hash', async () => {
    await sql`select staff_audit_add(null, 'shell', '{}', null, '', '', 'staff.add', 'staff a', 'done', '', null, null, null)`.execute(
      database.queries,
    );
    const { rows } = await sql<{ hash: string }>`select encode(hash, 'hex') as hash from staff_audit`.execute(
      database.queries,
    );
    await newProcess().round();
    await finished();
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ msg: 'audit finished', lastAct: '1', lastActHash: rows[0]?.hash }),
    );
  });

  it('is one process’s a day', async () => {
    const days = await Promise.all(Array.from({ length: 8 }, () => claimDay(database, 0)));
    expect(days.filter((day) => day !== undefined)).toHaveLength(1);
    expect(await claimDay(database, 0)).toBeUndefined();
  });

  it('waits for its hour', async () => {
    const { rows } = await sql<{ hour: number }>`
      select extract(hour from now() at time zone 'Asia/Bangkok')::int as hour`.execute(database.queries);
    const { hour } = rows[0]!;
    expect(await claimDay(database, hour + 1)).toBeUndefined();
    expect(await claimDay(database, hour)).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('is taken up an hour later when a dead process has left it', async () => {
    await claimDay(database, 0);
    const age = (minutes: number) =>
      sql`update audit_run set started_at = now() - ${minutes} * interval '1 minute'`.execute(
        database.queries,
      );
    await age(59);
    expect(await claimDay(database, 0)).toBeUndefined();
    await age(61);
    expect(await claimDay(database, 0)).toBeDefined();
    expect(await claimDay(database, 0)).toBeUndefined();
  });
});
