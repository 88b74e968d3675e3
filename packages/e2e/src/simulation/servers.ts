import type { Program } from '../support/program.ts';

const MOST_TRIES = 5;

/** The server processes, some of which may be dead. */
export class Servers {
  kills = 0;
  readonly #programs: readonly Program[];
  readonly #restarts = new Map<Program, Promise<void>>();
  /** Error of a server that no longer starts. */
  #failure: Error | undefined;

  constructor(programs: readonly Program[]) {
    this.#programs = programs;
  }

  /**
   * Returns the address of the requested server, or of another one while that is dead; waits while all are.
   */
  async urlOf(wanted: number): Promise<string> {
    const count = this.#programs.length;
    for (;;) {
      if (this.#failure) throw this.#failure;
      for (let offset = 0; offset < count; offset += 1) {
        const program = this.#programs[(wanted + offset) % count];
        if (program && !this.#restarts.has(program)) return program.url;
      }
      await Promise.race(this.#restarts.values());
    }
  }

  /** Kills a server like a power cut and restarts it; a starting server is left alone. */
  kill(no: number): void {
    const program = this.#programs[no % this.#programs.length];
    if (!program || this.#restarts.has(program)) return;
    this.kills += 1;
    this.#startAgain(program, program.kill());
  }

  /** Addresses of all servers. */
  get urls(): string[] {
    return this.#programs.map(({ url }) => url);
  }

  /**
   * Kills all servers like a power cut, runs `work`, and restarts them. @throws Error when one does not start
   */
  async whileDead(work: () => Promise<void>): Promise<void> {
    await this.allUp();
    const ready = Promise.all(this.#programs.map((program) => program.kill())).then(work);
    for (const program of this.#programs) this.#startAgain(program, ready);
    await this.allUp();
  }

  /** Starts a server after a promise has settled. On a busy machine it may take more than one try. */
  #startAgain(program: Program, over: Promise<void>): void {
    const started = (async () => {
      await over;
      for (let tries = 1; ; tries += 1) {
        try {
          return await program.start();
        } catch (error) {
          if (tries === MOST_TRIES) throw error;
        }
      }
    })();
    const restart = started
      .catch((error: unknown) => {
        this.#failure = error as Error;
      })
      .finally(() => this.#restarts.delete(program));
    this.#restarts.set(program, restart);
  }

  /** Waits until all are up. @throws Error when one did not start */
  async allUp(): Promise<void> {
    await Promise.all(this.#restarts.values());
    if (this.#failure) throw this.#failure;
  }
}
