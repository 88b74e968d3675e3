import type { Program } from '../support/program.ts';

/** The server processes, some of which may be dead at the moment. */
export class Servers {
  kills = 0;
  readonly #programs: readonly Program[];
  readonly #restarts = new Map<Program, Promise<void>>();

  constructor(programs: readonly Program[]) {
    this.#programs = programs;
  }

  /** Where to call: at the server asked for, or at another one while that is dead; waits while all are. */
  async urlOf(wanted: number): Promise<string> {
    const count = this.#programs.length;
    for (;;) {
      for (let offset = 0; offset < count; offset += 1) {
        const program = this.#programs[(wanted + offset) % count];
        if (program && !this.#restarts.has(program)) return program.url;
      }
      await Promise.race(this.#restarts.values());
    }
  }

  /** Ends a server as a power cut would and starts it again; one that is just being started is left alone. */
  kill(no: number): void {
    const program = this.#programs[no % this.#programs.length];
    if (!program || this.#restarts.has(program)) return;
    this.kills += 1;
    const restart = program.restart({ force: true }).finally(() => this.#restarts.delete(program));
    this.#restarts.set(program, restart);
  }

  /** All are up again. @throws Error when one did not start */
  async allUp(): Promise<void> {
    await Promise.all(this.#restarts.values());
  }
}
