import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

interface Answer<R> {
  result?: R;
  failed?: string;
}

/** A separate process that does one job at a time: load must not share a thread. */
export class BenchWorker<Job, Result> {
  readonly #child: ChildProcess;

  /**
   * @param module the built file of the program, beside this one
   * @param profileDir folder for the process's CPU profile, written at its end; none when left out
   */
  constructor(module: string, profileDir?: string) {
    const profile = profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : [];
    this.#child = fork(fileURLToPath(new URL(module, import.meta.url)), [], {
      execArgv: profile,
      serialization: 'advanced',
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  ask(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      const answered = (answer: Answer<Result>): void => {
        this.#child.off('exit', ended);
        if (answer.failed === undefined) resolve(answer.result as Result);
        else reject(new Error(answer.failed));
      };
      const ended = (): void => {
        this.#child.off('message', answered);
        reject(new Error('a process that makes load has ended'));
      };
      this.#child.once('message', answered);
      this.#child.once('exit', ended);
      this.#child.send(job as object);
    });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}

/** The other side of {@link BenchWorker}, in its process. */
export function serveJobs<Result>(work: (job: never) => Promise<Result>): void {
  const answer = (message: Answer<Result>): void => void process.send?.(message);
  process.on('message', (job) => {
    work(job as never).then(
      (result) => answer({ result }),
      (error: unknown) =>
        answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
