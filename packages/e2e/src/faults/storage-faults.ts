import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { startCluster, type ClusterOptions } from './cluster.ts';
import type { Rig } from './rig.ts';
import type { Fault } from './run-fault.ts';

const DISK_MEGABYTES = 220;
const CHUNK = Buffer.alloc(256 * 1024);

/** A small separate disk in memory. */
export interface SmallDisk {
  folder: string;
  remove(): void;
}

/** @returns undefined where this user may not mount one */
export function makeSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'krapao-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', folder];
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (spawnSync('mount', options).status !== 0) {
    remove();
    return undefined;
  }
  return {
    folder,
    remove() {
      spawnSync('umount', ['-l', folder]);
      remove();
    },
  };
}

/** A log small enough for the disk. */
export const ON_SMALL_DISK: ClusterOptions['settings'] = { max_wal_size: '64MB', min_wal_size: '32MB' };

export const diskFull = (folder: string, forMs: number): Fault => ({
  name: `disk of the database full for ${forMs / 1_000} s`,
  async strike(rig) {
    const ballast = path.join(folder, 'ballast');
    const deadline = performance.now() + forMs;
    // The database frees space now and then, so that is filled as well.
    while (performance.now() < deadline) {
      fill(ballast);
      // It has space in reserve for a while: each new log segment needs some of it.
      await rig.query('select pg_switch_wal()').catch(() => {});
      await delay(100);
    }
    rmSync(ballast);
    await whole(rig);
  },
  judge: (seen) =>
    seen.countOf('503 SERVICE_UNAVAILABLE') > 0 ? [] : ['the disk was not full enough to be noticed'],
});

function fill(file: string): void {
  const opened = openSync(file, 'a');
  try {
    for (;;) writeSync(opened, CHUNK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    fsyncSync(opened);
    closeSync(opened);
  }
}

/**
 * Waits for the database. One that could not write its log has ended and is restarted, as its operator would
 * do.
 */
async function whole(rig: Rig): Promise<void> {
  const answers = () =>
    rig.query('select 1').then(
      () => true,
      () => false,
    );
  for (let looks = 0; looks < 20; looks += 1) {
    if (await answers()) return;
    await delay(100);
  }
  await rig.cluster.halt('immediate');
  await rig.cluster.resume();
  await until('the database answers', 30_000, answers);
}

/** Settings of a synchronous primary: no acknowledged write is lost with it. */
export const SYNCHRONOUS: ClusterOptions['settings'] = {
  synchronous_commit: 'remote_apply',
  wal_keep_size: '256MB',
};

/** Loses the primary's machine; its standby takes over. The servers reach either one by the same address. */
export async function primaryLost(rig: Rig): Promise<Fault> {
  const standby = await startCluster({ standbyOf: rig.cluster.url, settings: SYNCHRONOUS });
  await rig.query(`alter system set synchronous_standby_names = '*'`);
  await rig.query('select pg_reload_conf()');
  await until('the standby is waited for', 30_000, async () => {
    const rows = await rig.query('select sync_state from pg_stat_replication');
    return rows.some(({ sync_state: state }) => state === 'sync');
  });
  return {
    name: 'primary lost, standby promoted',
    async strike() {
      await rig.cluster.halt('kill');
      rig.proxy.cut();
      await standby.promote();
      rig.failOverTo(standby);
    },
  };
}
