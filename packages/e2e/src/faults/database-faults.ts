import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Fault } from './run-fault.ts';

const LONGEST_TRIES = 500;

/** Restarts the database cleanly, as for an update. */
export const databaseRestarted: Fault = {
  name: 'database restarted',
  async strike({ cluster }) {
    await cluster.halt('fast');
    await cluster.resume();
  },
};

/** Kills the database's processes; it recovers from its log. */
export const databaseCrashed: Fault = {
  name: 'database crashed (kill -9)',
  async strike({ cluster }) {
    await cluster.halt('kill');
    await resumed(cluster);
  },
};

export const databaseGone = (forMs: number): Fault => ({
  name: `database gone for ${forMs / 1_000} s`,
  async strike({ cluster }) {
    await cluster.halt('immediate');
    await delay(forMs);
    await cluster.resume();
  },
});

/** Keeps connections open without any answer, as when a machine freezes. */
export const databaseSilent = (forMs: number): Fault => ({
  name: `database silent for ${forMs / 1_000} s`,
  async strike({ proxy }) {
    proxy.isSilent = true;
    await delay(forMs);
    // The lost bytes would leave the connections in the middle of a message.
    proxy.cut();
    proxy.isSilent = false;
  },
});

export const databaseSlow = (delayMs: number, forMs: number): Fault => ({
  name: `database slow: ${2 * delayMs} ms more a question, for ${forMs / 1_000} s`,
  async strike({ proxy }) {
    proxy.delayMs = delayMs;
    await delay(forMs);
    proxy.delayMs = 0;
  },
});

/** Takes every available connection and cuts those of the servers. */
export const outOfConnections = (forMs: number): Fault => ({
  name: `out of connections for ${forMs / 1_000} s`,
  async strike({ cluster, proxy }) {
    const hogs: pg.Client[] = [];
    proxy.isClosed = true;
    proxy.cut();
    for (let tries = 0; tries < LONGEST_TRIES; tries += 1) {
      const hog = new pg.Client(cluster.url);
      hog.on('error', () => {});
      const isIn = await hog.connect().then(
        () => true,
        () => false,
      );
      if (!isIn) break;
      hogs.push(hog);
    }
    proxy.isClosed = false;
    await delay(forMs);
    await Promise.all(hogs.map((hog) => hog.end()));
  },
});

/** Resumes a killed server, once no process of the old one is left. */
async function resumed(cluster: { resume(): Promise<void> }): Promise<void> {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    try {
      return await cluster.resume();
    } catch (error) {
      if (triesLeft === 0) throw error;
      await delay(250);
    }
  }
}
