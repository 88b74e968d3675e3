import { setTimeout as delay } from 'node:timers/promises';
import type { Rig } from './rig.ts';
import type { Fault } from './run-fault.ts';

/** Kills one server and restarts it, behind a balancer. */
export const serverKilled: Fault = {
  name: 'kill -9 of one server of two',
  async strike(rig) {
    await rig.server(1).kill();
    await delay(2_000);
    await rig.server(1).start();
  },
};

/** Starts a new version beside the old one and then stops the old one, one server after the other. */
export const deployed: Fault = {
  name: 'deploy of a new version',
  async strike(rig) {
    const old = rig.servers.slice(-2);
    for (const server of old) {
      const fresh = await rig.stack.addServer();
      await lead(
        rig,
        rig.servers.filter((one) => one.pid !== undefined),
      );
      await ready(rig, fresh.url);
      const code = await server.stop();
      if (code !== 0) throw new Error(`${server.name} ended with ${code}`);
    }
    await lead(rig, rig.servers.slice(-2));
  },
  judge: (seen) =>
    seen.countOf('no answer') + seen.countOf('503 SERVICE_UNAVAILABLE') === 0
      ? []
      : [`a deploy cost players calls: ${seen.toString()}`],
};

const lead = (rig: Rig, servers: readonly { url: string }[]): Promise<void> | undefined =>
  rig.balancer?.leadTo(servers.map(({ url }) => url));

async function ready(rig: Rig, url: string): Promise<void> {
  while (!(await fetch(`${url}/health/ready`)).ok) await delay(50);
  // The balancer notices at its next check.
  await delay(300);
  if (rig.balancer?.readyCount === 0) throw new Error('no server is ready');
}

/** Kills the providers, the gateways and the bank, and restarts them. */
export const outsideGone = (forMs: number): Fault => ({
  name: `providers, gateways and bank gone for ${forMs / 1_000} s`,
  async strike({ stack }) {
    await stack.sandbox.kill();
    await delay(forMs);
    await stack.sandbox.start();
  },
});

/** Makes providers and gateways process requests without answering. */
export const outsideMute = (forMs: number): Fault => ({
  name: `providers and bank without answers for ${forMs / 1_000} s`,
  async strike({ counterparties }) {
    for (const port of ['provider', 'bank'] as const) {
      await counterparties.fault({ port, kind: 'timeout_after_commit', rate: 0.5 });
    }
    await counterparties.fault({ port: 'gateway', kind: 'http_500', rate: 0.5 });
    await delay(forMs);
    await counterparties.clearFaults();
  },
});

/** Makes the clock of one server jump forward and back, then right again. */
export const clockJumps = (jumpMs: number, forMs: number): Fault => ({
  name: `clock of one server jumps by ${jumpMs / 60_000} minutes, both ways`,
  async strike(rig) {
    for (const aheadMs of [jumpMs, -jumpMs, 0]) {
      await rig.server(1).setAhead(aheadMs);
      await delay(aheadMs === 0 ? 0 : forMs);
    }
  },
});
