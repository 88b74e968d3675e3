/** @module-tag whole */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../database/open.ts';
import { createLogger } from '../kernel/logger.ts';
import { readSettings } from '../kernel/settings.ts';
import { startServer, type RunningServer } from '../start-server.ts';
import { eventually } from '../testing/eventually.ts';
import { readFigure } from '../testing/figures.ts';
import { OutsideWorld, SECRET } from '../testing/counterparties-world.ts';
import { lookAtArchive, lookAtReplicas, UNKNOWN } from './wal-shipping.ts';

const MEGABYTE = 1024 * 1024;

interface Cluster {
  url: string;
  stop(): Promise<void>;
}

interface Script {
  startPostgres: (options: {
    own: true;
    standbyOf?: string;
    settings?: Record<string, string>;
  }) => Promise<Cluster>;
}

describe('the write-ahead log on its way', { timeout: 60_000 }, () => {
  let world: OutsideWorld;
  let folder: string;
  let primary: Cluster;
  let standby: Cluster;
  let server: RunningServer;
  let admin: pg.Client;

  beforeAll(async () => {
    const script = new URL('../../../../scripts/lib/postgres.mjs', import.meta.url);
    const { startPostgres } = (await import(script.href)) as Script;
    world = await OutsideWorld.start(undefined, { isAsked: false });
    folder = await mkdtemp(path.join(tmpdir(), 'krapao-wal-'));
    primary = await startPostgres({ own: true, settings: { archive_mode: 'on' } });
    standby = await startPostgres({
      own: true,
      standbyOf: `${primary.url}?application_name=standby1`,
      settings: { archive_mode: 'off' },
    });
    admin = new pg.Client({ connectionString: primary.url });
    await admin.connect();
    const settings = readSettings({
      PORT: '0',
      METRICS_PORT: '0',
      DATABASE_URL: primary.url,
      DATABASE_REPLICAS: '1',
      DATA_DIR: folder,
      SANDBOX_URL: world.url,
      SANDBOX_SECRET: SECRET,
      WEB_DIR: '/nowhere',
      AUDIT_HOUR: 'off',
    });
    server = await startServer(settings, createLogger('silent'));
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await admin.end();
    await standby.stop();
    await primary.stop();
    await world.stop();
    await rm(folder, { recursive: true });
  });

  const figure = (name: string, labels?: Record<string, string>) =>
    readFigure(server.metricsUrl, name, labels);
  const asRole = async <T>(role: string, work: (database: Database) => Promise<T>): Promise<T> => {
    const databaseUrl = primary.url.replace('postgres@', `${role}@`);
    const database = await openDatabase({ databaseUrl, databasePool: 1, dataDir: '' });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };

  const archiveBy = async (command: string): Promise<void> => {
    await admin.query(`alter system set archive_command = '${command}'`);
    await admin.query('select pg_reload_conf()');
    await admin.query('select pg_switch_wal()');
  };

  it('shows that the archive takes nothing, and that it does again', async () => {
    await archiveBy('false');
    await eventually(async () => expect(await figure('krapao_wal_archive_failing')).toBe(1));
    expect(await figure('krapao_wal_unarchived_bytes')).toBeGreaterThan(MEGABYTE);
    expect(await figure('krapao_wal_archived_seconds_ago')).toBeGreaterThan(0);

    await archiveBy('true');
    await eventually(async () => {
      expect(await figure('krapao_wal_archive_failing')).toBe(0);
      expect(await figure('krapao_wal_unarchived_bytes')).toBeLessThan(16 * MEGABYTE);
      expect(await figure('krapao_wal_archived_seconds_ago')).toBeLessThan(30);
    });
  });

  it('shows how far a standby is behind', async () => {
    const replica = { replica: 'standby1' };
    await eventually(async () => expect(await figure('krapao_replicas_connected')).toBe(1));
    expect(await figure('krapao_replicas_expected')).toBe(1);
    await eventually(async () =>
      expect(await figure('krapao_replica_lag_bytes', replica)).toBeLessThan(MEGABYTE),
    );
    const onStandby = new pg.Client({ connectionString: standby.url });
    await onStandby.connect();
    await onStandby.query('select pg_wal_replay_pause()');
    await admin.query(
      `create table filler as select repeat(md5(n::text), 40) as text from generate_series(1, 8000) n`,
    );
    await eventually(async () =>
      expect(await figure('krapao_replica_lag_bytes', replica)).toBeGreaterThan(5 * MEGABYTE),
    );
    await onStandby.query('select pg_wal_replay_resume()');
    await eventually(async () => {
      expect(await figure('krapao_replica_lag_bytes', replica)).toBeLessThan(MEGABYTE);
      expect(await figure('krapao_replica_lag_seconds', replica)).toBeGreaterThan(0);
    });
    await onStandby.end();
  });

  it('says unknown to a role that may not look, and keeps the rest', async () => {
    await admin.query('create role stranger login');
    await asRole('stranger', async (database) => {
      expect(await lookAtReplicas(database)).toBe(UNKNOWN);
      expect(await lookAtArchive(database)).toMatchObject({ isFailing: false });
    });
    await admin.query('revoke select on pg_stat_archiver, pg_stat_replication from public');
    await asRole('stranger', async (database) => {
      expect(await lookAtReplicas(database)).toBe(UNKNOWN);
      expect(await lookAtArchive(database)).toBe(UNKNOWN);
    });
    await admin.query('grant pg_monitor to stranger');
    await admin.query('grant select on pg_stat_archiver, pg_stat_replication to stranger');
    await asRole('stranger', async (database) => {
      expect(await lookAtReplicas(database)).toMatchObject([{ name: 'standby1' }]);
    });
  });

  it('shows that a standby is gone', async () => {
    await standby.stop();
    await eventually(async () => {
      expect(await figure('krapao_replicas_connected')).toBe(0);
      expect(await figure('krapao_replica_lag_bytes', { replica: 'standby1' })).toBeUndefined();
    });
    expect(await figure('krapao_database_figures_unknown', { figures: 'replicas' })).toBe(0);
  });
});
