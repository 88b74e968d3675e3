import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../../', import.meta.url);

/** Generous: PGlite's first start on a busy machine takes seconds. */
const readyTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;

export type Environment = Record<string, string>;

export interface ProgramOptions {
  name: string;
  /** Built entry file, relative to the repository's root. */
  script: string;
  port: number;
  /** Path that answers 2xx once the program is ready. */
  readyPath: string;
  /** Working directory. */
  workDir: string;
  env: Environment;
}

/** Returns arguments of Node by which a program begins with a script. */
const beginWith = (name: string): string[] => ['--import', new URL(`scripts/lib/${name}.mjs`, root).href];

/** An aborted test run does no clean-up, so programs end with their parent. */
const END_WITH_PARENT = beginWith('end-with-parent');

/** Has the time of a program moved: by `TEST_AHEAD_MS` from its start, then by {@link Program.setAhead}. */
export const MOVED_TIME = beginWith('moved-program');

/**
 * A built program of this repository, run as its own process on a port of 127.0.0.1. It can be killed and
 * started again.
 */
export class Program {
  readonly port: number;
  readonly url: string;
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;
  #output = '';
  #aheadMs = 0;
  readonly #printed = new EventEmitter();

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.port = options.port;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  get name(): string {
    return this.#options.name;
  }

  /** Returns its whole output since the first start, both streams. */
  get output(): string {
    return this.#output;
  }

  /** Waits until it prints a new line that contains a text. */
  prints(text: string): Promise<void> {
    const from = this.#output.length;
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.#output.slice(from).includes(text)) return;
        this.#printed.off('output', look);
        resolve();
      };
      this.#printed.on('output', look);
    });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Starts it and waits until it answers.
   * @throws Error with its output when it ends or stays silent instead
   */
  async start(env: Environment = {}): Promise<void> {
    if (this.#child) throw new Error(`${this.#options.name} runs already`);
    const script = fileURLToPath(new URL(this.#options.script, root));
    const child = spawn(process.execPath, [...END_WITH_PARENT, ...MOVED_TIME, script], {
      cwd: this.#options.workDir,
      // Excludes the developer's own settings: tests must not use a DATABASE_URL of the shell.
      env: { ...ownEnvironment(), ...this.#options.env, ...env, TEST_AHEAD_MS: String(this.#aheadMs) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const collect = (chunk: Buffer) => {
      this.#output += chunk.toString();
      this.#printed.emit('output');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    await this.#untilReady(child);
  }

  /**
   * Sets how many milliseconds its time is ahead of the machine's, also after a restart.
   * @throws Error with its output when it ends instead
   */
  async setAhead(aheadMs: number): Promise<void> {
    this.#aheadMs = aheadMs;
    const child = this.#child;
    if (!child) return;
    await new Promise<void>((resolve, reject) => {
      const ended = (): void => reject(new Error(`${this.name} ended:\n${this.#output}`));
      child.once('exit', ended);
      child.once('message', () => {
        child.off('exit', ended);
        resolve();
      });
      child.send({ aheadMs });
    });
  }

  /** Stops it as an operator would. @returns its exit code, null when it had to be killed or did not run */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (!child) return null;
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await closed;
    clearTimeout(force);
    return child.exitCode;
  }

  /** Kills it like a power cut or the kernel: kill -9. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + readyTimeoutMs;
    while (!(await answers(this.url + this.#options.readyPath))) {
      const ended = child.exitCode !== null || child.signalCode !== null;
      if (ended || Date.now() > deadline) {
        await this.kill();
        const how = ended ? `ended (${child.signalCode ?? `exit code ${child.exitCode}`})` : 'was not ready';
        throw new Error(`${this.#options.name} ${how}:\n${this.#output}`);
      }
      await delay(50);
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Returns the variables that any process of this machine needs. */
function ownEnvironment(): Environment {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LANG'];
  return Object.fromEntries(
    names.flatMap((name) => [[name, process.env[name] ?? '']]).filter(([, value]) => value),
  );
}
