import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { runAudit } from '../support/audit.ts';
import { Channels } from '../support/channels.ts';
import { Dice, seedOf } from '../support/dice.ts';
import { registerPlayer, walletAmount, wholeStatement, type Player } from '../support/member.ts';
import { Counterparties } from '../support/counterparties.ts';
import type { Program } from '../support/program.ts';
import { REALLY_SILENT, startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { Balancer } from './balancer.ts';
import { startCluster, type Cluster, type ClusterOptions } from './cluster.ts';
import { Load, type Told } from './load.ts';
import { TcpProxy } from './tcp-proxy.ts';

const FUNDS = 2_000;
const SERVERS = 2;
const SETTLED_WITHIN_MS = 120_000;

export interface RigOptions {
  players: number;
  cluster?: ClusterOptions;
  /** Players go through a balancer; left out, directly to one server each. */
  isBalanced?: boolean;
}

/** Server processes under load on their own database, and the faults that can be applied to them. */
export class Rig {
  readonly stack: Stack;
  readonly proxy: TcpProxy;
  readonly counterparties: Counterparties;
  readonly players: readonly Player[];
  readonly load: Load;
  readonly balancer: Balancer | undefined;
  /** Database of the ledger; another one after a fail-over. */
  cluster: Cluster;
  readonly #channels: Channels;
  readonly #lost: Cluster[] = [];

  private constructor(parts: {
    stack: Stack;
    proxy: TcpProxy;
    cluster: Cluster;
    players: readonly Player[];
    balancer: Balancer | undefined;
  }) {
    this.stack = parts.stack;
    this.proxy = parts.proxy;
    this.cluster = parts.cluster;
    this.players = parts.players;
    this.balancer = parts.balancer;
    this.counterparties = new Counterparties(parts.stack.sandbox.url);
    this.#channels = new Channels(parts.stack.sandbox.url);
    const dice = new Dice(seedOf(1));
    const urlOf = () => parts.balancer?.url ?? dice.pick(this.servers).url;
    this.load = new Load({ players: this.players, urlOf, counterparties: this.counterparties, dice });
  }

  static async start({ players, cluster: wanted, isBalanced }: RigOptions): Promise<Rig> {
    const cluster = await startCluster(wanted);
    const proxy = await TcpProxy.start(cluster.port);
    const url = new URL(cluster.url);
    url.port = String(proxy.port);
    const stack = await startStack({
      servers: 1,
      env: {
        DATABASE_URL: url.href,
        COUNTERPARTY_TIMEOUT_MS: '1000',
        RECONCILE_EVERY_MS: '200',
        DATABASE_TIMEOUT_MS: '4000',
        DRAIN_GRACE_MS: '600',
        LOG_LEVEL: 'warn',
      },
      sandboxEnv: REALLY_SILENT,
    });
    for (let count = 1; count < SERVERS; count += 1) await stack.addServer();
    const balancer = isBalanced ? await Balancer.start(stack.servers.map((server) => server.url)) : undefined;
    const counterparties = new Counterparties(stack.sandbox.url);
    const registered: Player[] = [];
    for (let count = 0; count < players; count += 1)
      registered.push(await registerPlayer(stack.url, counterparties, FUNDS));
    const rig = new Rig({ stack, proxy, cluster, players: registered, balancer });
    for (const player of registered) rig.load.paid.set(player, FUNDS);
    return rig;
  }

  get servers(): readonly Program[] {
    return this.stack.servers;
  }

  get #running(): Program {
    const running = this.servers.findLast(({ pid }) => pid !== undefined);
    if (!running) throw new Error('no server runs');
    return running;
  }

  /** Returns a server by number. */
  server(no: number): Program {
    const server = this.servers[no];
    if (!server) throw new Error(`there is no server ${no}`);
    return server;
  }

  /** Fails over to another database: the servers' address leads there from now on. */
  failOverTo(cluster: Cluster): void {
    this.#lost.push(this.cluster);
    this.cluster = cluster;
    this.proxy.leadTo(cluster.port);
  }

  /** Queries the ledger's database directly. */
  async query(sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.cluster.url);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until all movements begun before that moment have ended; the bank decides on request. */
  async settle(before: Date): Promise<void> {
    await until('everything settles', SETTLED_WITHIN_MS, async () => {
      await this.#payOut();
      const rows = await this.query(
        `select count(*)::int as count from ledger_transfer
           where state = 'pending' and created_at <= '${before.toISOString()}'`,
      );
      if (rows[0]?.['count'] === 0) return true;
      await delay(100);
      return false;
    });
  }

  /**
   * Compares the reports to players and their payments with the ledger and the games.
   * @returns missing movements, a line each
   */
  async losses(): Promise<string[]> {
    const lost: string[] = [];
    for (const player of this.players) {
      const api = player.api.at(this.#running.url);
      const rows = await wholeStatement(api);
      lost.push(
        ...missing(
          this.load.told.filter((one) => one.player === player),
          new Map(rows.map((row) => [row._id, row.status])),
        ),
      );
      const out = rows.filter(
        ({ statementType, status }) => statementType === 'withdraw' && status !== 'FAILED',
      );
      const withdrawn = out.reduce((sum, { amount }) => sum + amount, 0);
      const inGame = (await this.counterparties.player(player.pgUsername)).balance;
      const has = (await walletAmount(api)) + inGame + withdrawn;
      const paid = this.load.paid.get(player) ?? 0;
      if (Math.abs(has - paid) > 0.001) lost.push(`${player.username} paid ${paid}, and has or had ${has}`);
    }
    return lost;
  }

  /** Returns the auditor's findings, with no movement allowed in progress. */
  async audit(): Promise<string> {
    // `runAudit` gives counterparties enough time, so a busy machine causes no finding.
    const { output } = await runAudit(this.stack.env, '--grace-minutes', '0');
    return output.trim().split('\n').join('; ');
  }

  async stop(): Promise<void> {
    await this.balancer?.stop();
    await this.stack.stop();
    await this.proxy.stop();
    await this.cluster.stop();
    for (const cluster of this.#lost) await cluster.stop();
  }

  async #payOut(): Promise<void> {
    const waiting = z.array(z.object({ id: z.string() }));
    const payouts = await this.#channels.control(waiting, 'GET', '/control/payouts?state=accepted');
    for (const { id } of payouts) await this.counterparties.decidePayout(id, 'done').catch(() => {});
  }
}

/** Returns reported movements that are missing or ended otherwise than reported. */
function missing(told: readonly Told[], statuses: ReadonlyMap<string, string>): string[] {
  return told.flatMap(({ id, status: said }) => {
    const is = statuses.get(id);
    if (is === undefined) return [`${id} was said to be ${said}, and is not there`];
    // A movement in progress may have ended either way, and an accepted payout may have been paid.
    return said === is || said === 'PENDING' ? [] : [`${id} was said to be ${said}, and is ${is}`];
  });
}
