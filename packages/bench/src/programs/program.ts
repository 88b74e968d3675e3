import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const READY_MS = 60_000;
const LOOK_EVERY_MS = 5;

export interface ProgramOptions {
  name: string;
  root: string;
  /** Built entry file, relative to the root. */
  script: string;
  port: number;
  /** Path that answers 200 once the program is ready. */
  readyPath: string;
  /** Log file, as in production. */
  logFile: string;
  env: Readonly<Record<string, string>>;
  nodeArgs?: readonly string[];
}

/** A built program in its own process. */
export class Program {
  readonly url: string;
  readonly port: number;
  /** Time from the start to the first 200. */
  readonly startedInMs: number;
  readonly #child: ChildProcess;

  private constructor(options: ProgramOptions, child: ChildProcess, startedInMs: number) {
    this.port = options.port;
    this.url = `http://127.0.0.1:${options.port}`;
    this.startedInMs = startedInMs;
    this.#child = child;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Starts the program and waits until it is ready. @throws Error with its log when it ends instead */
  static async start(options: ProgramOptions): Promise<Program> {
    const log = openSync(options.logFile, 'a');
    const beganMs = performance.now();
    const endWithParent = path.join(options.root, 'scripts', 'lib', 'end-with-parent.mjs');
    const args = [
      '--import',
      endWithParent,
      ...(options.nodeArgs ?? []),
      path.join(options.root, options.script),
    ];
    const child = spawn(process.execPath, args, {
      cwd: options.root,
      env: { PATH: process.env['PATH'] ?? '', ...options.env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const url = `http://127.0.0.1:${options.port}${options.readyPath}`;
    while (!(await isReady(url))) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (hasEnded || performance.now() - beganMs > READY_MS) {
        child.kill('SIGKILL');
        throw new Error(`${options.name} did not start:\n${readFileSync(options.logFile, 'utf8')}`);
      }
      await delay(LOOK_EVERY_MS);
    }
    return new Program(options, child, performance.now() - beganMs);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
