/** @module-tag whole */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isDatabaseAway } from '../kernel/database-away.ts';
import { eventually } from '../testing/eventually.ts';
import { createPool } from './postgres-pool.ts';

interface Cluster {
  url: string;
  port: number;
  halt(mode: 'immediate'): Promise<void>;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

interface Script {
  startPostgres: (options: { own: true; standbyOf?: string }) => Promise<Cluster>;
}

describe('several servers in one address', { timeout: 120_000 }, () => {
  let primary: Cluster;
  let standby: Cluster;

  beforeAll(async () => {
    const script = new URL('../../../../scripts/lib/postgres.mjs', import.meta.url);
    const { startPostgres } = (await import(script.href)) as Script;
    primary = await startPostgres({ own: true });
    standby = await startPostgres({ own: true, standbyOf: primary.url });
  });
  afterAll(async () => {
    await standby.stop();
    await primary.stop();
  });

  const poolOn = (...servers: Cluster[]) => {
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const connectionString = `postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write`;
    const pool = createPool({ connectionString, max: 4, statementTimeoutMs: 5_000 });
    onTestFinished(() => pool.end());
    return pool;
  };
  const portOf = async (pool: ReturnType<typeof createPool>) =>
    (await pool.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port;

  it('lead to the one that takes writes, wherever it stands, and follow it after a fail-over', async () => {
    const pools = [poolOn(primary, standby), poolOn(standby, primary)];
    for (const pool of pools) {
      const ports = await Promise.all([1, 2, 3, 4].map(() => portOf(pool)));
      expect(new Set(ports)).toEqual(new Set([primary.port]));
    }
    const alone = poolOn(standby, standby);
    await expect(alone.query('select 1')).rejects.toSatisfy(isDatabaseAway);
    await expect(alone.query('select 1')).rejects.toThrow(
      /no server takes writes \(127\.0\.0\.1:\d+ takes no writes/,
    );

    await primary.halt('immediate');
    await standby.promote();
    for (const pool of pools) {
      await eventually(async () => {
        expect(await portOf(pool)).toBe(standby.port);
        await pool.query('create table if not exists written (n int)');
      });
    }
  });
});
