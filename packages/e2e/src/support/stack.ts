import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from './database.ts';
import type { Database } from './database.ts';
import { seedOf } from './dice.ts';
import { freePort } from './free-port.ts';
import { Program } from './program.ts';
import type { Environment } from './program.ts';
import { expectNoSecrets } from './secrets.ts';

/** Longer than workers leave alone a transfer, payout or gift link that a request may still be sending: 3 calls, 2 s. */
export const LEFT_MS = 30_000;

/** Settings of a sandbox whose calls without an answer last until their caller's time limit. */
export const REALLY_SILENT: Environment = { SANDBOX_SILENCE_MS: '60000' };

export interface StackOptions {
  /**
   * `pglite` (default): in the data folder, like `npm start`. `postgres`: a new database of
   * `TEST_DATABASE_URL`.
   */
  database?: 'pglite' | 'postgres';
  /** PostgreSQL server for that database; the one of `TEST_DATABASE_URL` by default. */
  postgresUrl?: string | undefined;
  /** Number of servers, all started at the same moment; more than one needs PostgreSQL. */
  servers?: number;
  /** Settings of every server on top of the stack's own. */
  env?: Environment;
  /** Settings of every server that name the sandbox. */
  envOfSandbox?: (sandboxUrl: string) => Environment;
  /** Settings of the sandbox on top of the stack's own. */
  sandboxEnv?: Environment;
  /** False: the database has PostgreSQL's own clock, which costs nothing and cannot be moved. For measurements. */
  hasMovedClock?: boolean;
}

/** A small built system: a sandbox and servers as separate processes, with new data. */
export class Stack {
  /** The programs' `DATA_DIR`. */
  readonly dataDir: string;
  /** Working directory of the programs, empty at first: any file in it was written to the wrong place. */
  readonly workDir: string;
  readonly sandbox: Program;
  /** All servers on this stack's database; the first one exists from the start. */
  readonly servers: Program[] = [];
  /** Undefined on PGlite, which lives inside the server process. */
  readonly database: Database | undefined;
  readonly #env: Environment;
  readonly #folder: string;
  #aheadMs = 0;
  /** Port of the first server, which the sandbox's webhooks call. */
  #firstPort: number | undefined;

  /** Use {@link startStack}. */
  constructor(parts: {
    folder: string;
    firstPort: number;
    dataDir: string;
    workDir: string;
    sandbox: Program;
    database: Database | undefined;
    env: Environment;
  }) {
    this.#folder = parts.folder;
    this.#firstPort = parts.firstPort;
    this.dataDir = parts.dataDir;
    this.workDir = parts.workDir;
    this.sandbox = parts.sandbox;
    this.database = parts.database;
    this.#env = parts.env;
  }

  /** Settings of all servers, without their ports, and of commands that work on the same data. */
  get env(): Environment {
    return { ...this.#env, TEST_AHEAD_MS: String(this.#aheadMs) };
  }

  /** The first server. */
  get server(): Program {
    const [first] = this.servers;
    if (!first) throw new Error('the stack has no server');
    return first;
  }

  /** Returns the address of the first server. */
  get url(): string {
    return this.server.url;
  }

  /** Starts one more server on the same data; more than one needs PostgreSQL. */
  async addServer(env: Environment = {}): Promise<Program> {
    const port = this.#firstPort ?? (await freePort());
    this.#firstPort = undefined;
    const server = new Program({
      name: `server ${this.servers.length + 1}`,
      script: 'packages/server/bundle/main.js',
      port,
      readyPath: '/api/lookup/active',
      workDir: this.workDir,
      env: { ...this.#env, PORT: String(port), ...env },
    });
    this.servers.push(server);
    await server.setAhead(this.#aheadMs);
    await server.start();
    return server;
  }

  /**
   * Moves the time of the programs and of their database forward. On PGlite it passes by itself: its clock is inside
   * the server. No call to a counterparty may be under way: workers no longer leave it alone. What a test itself
   * signs has the machine's time, and is refused once the programs are five minutes ahead.
   */
  async pass(ms: number): Promise<void> {
    if (!this.database) return delay(ms);
    this.#aheadMs += ms;
    const programs = [this.sandbox, ...this.servers];
    await Promise.all([...programs, this.database].map((part) => part.setAhead(this.#aheadMs)));
  }

  /** Returns the time of its programs, in epoch milliseconds. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Stops everything and removes the data. @throws Error when a log contains a used secret */
  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.sandbox.stop();
    await this.database?.drop();
    await rm(this.#folder, { recursive: true, force: true });
    for (const { name, output } of [...this.servers, this.sandbox]) expectNoSecrets(name, output);
  }
}

/**
 * Starts a sandbox and servers on free ports with new data, and waits until all answer. They run from `dist`:
 * build first (`npm test` does).
 * @throws Error with the program's output when one does not start
 */
export async function startStack({
  database = 'pglite',
  postgresUrl,
  servers = 1,
  env = {},
  envOfSandbox = () => ({}),
  sandboxEnv = {},
  hasMovedClock = true,
}: StackOptions = {}): Promise<Stack> {
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-stack-'));
  const dataDir = path.join(folder, 'data');
  const workDir = path.join(folder, 'work');
  await mkdir(workDir);
  const [sandboxPort, firstPort] = [await freePort(), await freePort()];
  const sandbox = new Program({
    name: 'sandbox',
    script: 'packages/sandbox/dist/main.js',
    port: sandboxPort,
    readyPath: '/',
    workDir,
    env: {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SERVER_URL: env['PUBLIC_URL'] ?? `http://127.0.0.1:${firstPort}`,
      DATA_DIR: dataDir,
      SANDBOX_SEED: String(seedOf(1)),
      // So that no test waits for a time limit, and none is so short that a slow machine reaches it.
      SANDBOX_SILENCE_MS: '0',
      ...sandboxEnv,
    },
  });
  const postgres = database === 'postgres' ? await createDatabase(postgresUrl) : undefined;
  if (hasMovedClock) await postgres?.layClock();
  const stack = new Stack({
    folder,
    firstPort,
    dataDir,
    workDir,
    sandbox,
    database: postgres,
    env: {
      HOST: '127.0.0.1',
      // Tests share a machine, so calls may wait longer before they are refused.
      DATABASE_WAIT_MS: '20000',
      // Tests run the audit themselves.
      AUDIT_HOUR: 'off',
      // Tests make counterparties fail, and go on when they are healed.
      CIRCUIT_PAUSE_MS: '200',
      CIRCUIT_LONGEST_PAUSE_MS: '1000',
      CONSOLE_PORT: 'off',
      DATA_DIR: dataDir,
      SANDBOX_PORT: String(sandboxPort),
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
      ...envOfSandbox(sandbox.url),
      ...env,
    },
  });
  try {
    await sandbox.start();
    await Promise.all(Array.from({ length: servers }, () => stack.addServer()));
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return stack;
}
