import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAudit } from '../support/audit.ts';
import { Channels } from '../support/channels.ts';
import { suspenseAmounts } from '../support/operator.ts';
import { Counterparties } from '../support/counterparties.ts';
import { freePort } from '../support/free-port.ts';
import { REALLY_SILENT, startStack, type Stack } from '../support/stack.ts';
import { act } from './acts.ts';
import { compareBonuses } from './bonus-check.ts';
import { compareCoins } from './coin-check.ts';
import { secondGame, writeContent } from './content.ts';
import { Decisions } from './decisions.ts';
import { Expectations } from './expectations.ts';
import { Gate } from './gate.ts';
import { enrol } from './members.ts';
import { decidePeople } from './people.ts';
import { restoreWithLoss } from './loss.ts';
import { restoreWithoutLoss } from './restore.ts';
import { Servers } from './servers.ts';
import { settle, untilNothingOpen } from './settle.ts';
import { Staff } from './staff.ts';
import { perform } from './steps.ts';
import { Stops } from './stops.ts';
import { Tally } from './tally.ts';
import { cause } from './troubles.ts';
import { verify } from './verify.ts';
import type { Decision } from './vocabulary.ts';
import type { World } from './world.ts';

/**
 * Expected audit lines for staff: unmatched money, gift links that need manual review, and services that do not tell
 * what the audit would compare: one lists no transfers and looks none up, one lists payments without times.
 */
const FOR_STAFF: readonly RegExp[] = [
  /^attention: suspense: /,
  /^attention: gift links: .*needs manual review$/,
  /^attention: game transfers: BETFLIX\/\S+: could not be compared: the provider lists no transfers$/,
  /^attention: gateway payments: PAYONEX: could not be compared: the list tells no times$/,
];

export interface SimulationOptions {
  seed: number;
  members: number;
  steps: number;
  /** Number of server processes; more than one needs PostgreSQL. */
  processes: number;
  database: 'postgres' | 'pglite';
  /** Time limit for decisions, even if steps are left. The final checks follow all the same. */
  decideWithinMs: number;
  /** Time limit for settling at the end. */
  settleWithinMs: number;
  /** Receives progress lines. */
  progress: (line: string) => void;
}

export interface Report {
  /** Digest of all decisions: the same for the same seed, members, steps and processes. */
  digest: string;
  steps: number;
  kills: number;
  faults: number;
  tally: string[];
  enrolMs: number;
  runMs: number;
  settleMs: number;
  /** Output of the auditor. */
  audit: string[];
  /** Mismatches and forbidden answers. Empty: every satang was accounted for. */
  problems: string[];
  /** Counts of error messages in the servers' logs. */
  logged: string[];
  /** Numbers of the servers' calls, by the protocol that they spoke. */
  calls: Readonly<Record<string, number>>;
}

const STEPS_AT_ONCE = 24;
const PROGRESS_EVERY = 100;

/** Settings that keep faults short and log only errors. */
const SERVER_ENV = {
  COUNTERPARTY_TIMEOUT_MS: '400',
  RECONCILE_EVERY_MS: '100',
  LOG_LEVEL: 'error',
  // Longer than any run: the delayed payouts are all cancelled at the end.
  PAYOUT_DELAY_HOURS: '720',
};

/** Runs a whole simulation of the system and returns the problems found. */
export const simulate = (options: SimulationOptions): Promise<Report> =>
  withSimulation(options, (simulation) => simulation.run());

/** Starts the system and passes a simulation of it to `work`. */
export async function withSimulation<T>(
  options: SimulationOptions,
  work: (simulation: Simulation) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-simulation-'));
  const contentDir = await writeContent(folder);
  const stack = await startStack({
    database: options.database,
    // The first server has the console.
    env: { ...SERVER_ENV, CONTENT_DIR: contentDir, CONSOLE_PORT: String(await freePort()) },
    envOfSandbox: secondGame,
    sandboxEnv: { ...REALLY_SILENT, SANDBOX_SEED: String(options.seed) },
  });
  try {
    for (let no = 1; no < options.processes; no += 1) await stack.addServer({ CONSOLE_PORT: 'off' });
    return await work(new Simulation(stack, options));
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A whole simulation. Use {@link withSimulation}. */
export class Simulation {
  readonly #stack: Stack;
  readonly #options: SimulationOptions;
  readonly #decisions: Decisions;
  readonly #tally = new Tally();
  readonly #expectations = new Expectations();
  readonly #startedAt = performance.now();
  readonly #gate = new Gate();
  #faults = 0;

  constructor(stack: Stack, options: SimulationOptions) {
    this.#stack = stack;
    this.#options = options;
    this.#decisions = new Decisions({ ...options, servers: options.processes });
  }

  /** Runs it from beginning to end. */
  async run(): Promise<Report> {
    const world = await this.begin();
    const enrolledAt = performance.now();
    await this.live(world);
    const doneAt = performance.now();
    const unfinished = await this.settle(world);
    const settledAt = performance.now();
    const calls = await world.counterparties.calls();
    const { audit, problems } = await this.audit(world);
    // Only a ledger without errors can show losses of a copy.
    const sound = this.#expectations.violations.length + unfinished.length + problems.length === 0;
    if (sound) problems.push(...(await restoreWithLoss(world, this.#stack, this.#options.settleWithinMs)));
    return {
      digest: this.#decisions.digest,
      steps: this.#tally.total,
      kills: world.servers.kills,
      faults: this.#faults,
      tally: this.#tally.lines,
      enrolMs: enrolledAt - this.#startedAt,
      runMs: doneAt - enrolledAt,
      settleMs: settledAt - doneAt,
      audit,
      problems: [...this.#expectations.violations, ...unfinished, ...problems],
      logged: this.#logged(),
      calls,
    };
  }

  /** Performs all decisions. */
  async live(world: World): Promise<void> {
    await Promise.all(Array.from({ length: STEPS_AT_ONCE }, () => this.#worker(world)));
  }

  /** Waits until all is settled. @returns mismatches when the time is up */
  settle(world: World): Promise<string[]> {
    return settle(world, this.#stack, this.#options.settleWithinMs);
  }

  /** Waits until no movement is in progress, right or wrong. */
  untilSettled(world: World): Promise<void> {
    return untilNothingOpen(world, this.#stack, this.#options.settleWithinMs);
  }

  /** Registers all members. */
  async begin(): Promise<World> {
    const { sandbox, servers } = this.#stack;
    const counterparties = new Counterparties(sandbox.url);
    const people = decidePeople(this.#options.seed, this.#options.members);
    const actors = await enrol(
      people,
      servers.map(({ url }) => url),
    );
    const [first] = actors;
    if (!first) throw new Error('nobody to simulate');
    this.#options.progress(`${actors.length} members have registered`);
    return {
      actors,
      servers: new Servers(servers),
      counterparties,
      channels: new Channels(sandbox.url),
      expectations: this.#expectations,
      giftKey: await first.api.ok('GET /api/lookup/truelinkKey'),
      lastGift: undefined,
      staff: new Staff(this.#stack.env, this.#stack.env['CONTENT_DIR'] ?? ''),
      stops: new Stops(),
      frozen: new Set(),
      stopped: new Set(),
      database: this.#stack.database,
    };
  }

  async #worker(world: World): Promise<void> {
    const progressAt = Math.max(1, Math.floor(this.#options.steps / PROGRESS_EVERY));
    const deadline = this.#startedAt + this.#options.decideWithinMs;
    for (let decision = this.#decisions.next(); decision; decision = this.#decisions.next()) {
      await this.#carryOut(world, decision);
      if (decision.no % progressAt === 0) this.#tellProgress(decision.no);
      if (performance.now() > deadline) return;
    }
  }

  async #carryOut(world: World, decision: Decision): Promise<void> {
    try {
      if (decision.kind === 'restore') {
        await this.#gate.alone(() => restoreWithoutLoss(world, this.#stack));
        this.#tally.add('act', 'restore');
      } else await this.#gate.together(() => this.#carryOutTogether(world, decision));
    } catch (error) {
      // The sandbox is not under test: it must accept every control call.
      this.#expectations.violated(`step ${decision.no}, ${decision.kind}: ${(error as Error).message}`);
    }
  }

  async #carryOutTogether(world: World, decision: Exclude<Decision, { kind: 'restore' }>): Promise<void> {
    switch (decision.kind) {
      case 'fault':
      case 'serviceError':
      case 'forge':
      case 'heal':
      case 'kill':
        if (decision.kind !== 'heal' && decision.kind !== 'kill') this.#faults += 1;
        await cause(world, decision);
        this.#tally.add('trouble', decision.kind);
        return;
      case 'freeze':
      case 'stop':
      case 'providerOff':
      case 'close':
      case 'assign':
      case 'review':
        this.#tally.add('act', `${decision.kind} ${await act(world, decision, decision.no)}`);
        return;
      default:
        this.#tally.add(decision.kind, await perform(world, decision, decision.no));
    }
  }

  #tellProgress(done: number): void {
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    this.#options.progress(`${done} of ${this.#options.steps} steps after ${seconds.toFixed(0)} s`);
  }

  /** Returns the auditor's output, with no movement allowed in progress, and other mismatches. */
  async audit(world: World): Promise<{ audit: string[]; problems: string[] }> {
    const { env, database, server } = this.#stack;
    // PGlite belongs to one process at a time.
    if (!database) await server.stop();
    const { exitCode, output } = await runAudit(env, '--grace-minutes', '0');
    const suspense = await suspenseAmounts(env);
    if (!database) await server.start();
    const audit = output.trim().split('\n');
    const problems = audit.filter(
      (line) => /^(wrong|attention): /.test(line) && !FOR_STAFF.some((expected) => expected.test(line)),
    );
    if (database) problems.push(...(await compareBonuses(database)), ...(await compareCoins(database)));
    if (exitCode !== 0) problems.push(`the auditor ended with ${exitCode}: ${audit.at(-1)}`);
    problems.push(
      ...(await verify(
        world,
        suspense.map(({ satang }) => satang),
      )),
    );
    return { audit: audit.slice(-1), problems };
  }

  #logged(): string[] {
    const counts = new Map<string, number>();
    for (const { output } of this.#stack.servers) {
      for (const line of output.split('\n')) {
        const text = messageOf(line);
        if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
      }
    }
    return [...counts].toSorted(([, a], [, b]) => b - a).map(([text, count]) => `${count} × ${text}`);
  }
}

/** Returns the message of a server's log line; undefined when it is none, or was cut off with its server. */
function messageOf(line: string): string | undefined {
  try {
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } };
    return err ? `${msg}: ${err.message.split('\n', 1)[0]}` : msg;
  } catch {
    return line.startsWith('{') || line === '' ? undefined : line;
  }
}
