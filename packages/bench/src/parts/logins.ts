import { setTimeout as delay } from 'node:timers/promises';
import { BenchError } from '../bench-error.ts';
import { p99, perSecond } from '../load/http-runner.ts';
import { MEMBERS, ofRuns, withdrawals } from '../load/member-requests.ts';
import { figureOf, inTurns, percentile, ratioOf } from '../measure.ts';
import type { Part } from '../part.ts';
import { flushDisk } from '../postgres/databases.ts';
import { openRig } from '../programs/rig.ts';
import { STACK_NOTE } from '../programs/stack.ts';
import { PASSWORD, phoneOf } from '../seed/fill.ts';

const CONNECTIONS = 64;
const LOGINS_PER_SECOND = 20;

/** Password hashing beside transfers. */
export const loginsPart: Part = {
  name: 'logins',
  async run(context) {
    const members = ofRuns(context.runs);
    const rig = await openRig(context, { data: { members, movementsEach: 1 } });
    const [url = ''] = rig.stack.servers.map((server) => server.url);
    const hold = async (what: string, run: number) => {
      await flushDisk(context.postgresUrl);
      return rig.load.run(what, {
        ports: rig.ports,
        connections: CONNECTIONS,
        requests: withdrawals(members, run),
      });
    };
    const beside = async (run: number) => {
      const logins = new Logins(url);
      try {
        return { ...(await hold('withdraw beside log-ins', run)), ...(await logins.end()) };
      } finally {
        await logins.end();
      }
    };
    try {
      const results = await inTurns(context.runs, { alone: (run) => hold('withdraw alone', run), beside });
      const [alone, together] = [perSecond(results.alone), perSecond(results.beside)];
      const loginsPerSecond = results.beside.map((run) => run.loginsPerSecond);
      const loginP99s = results.beside.map((run) => run.loginP99Ms);
      return [
        {
          id: 'logins.beside',
          what: 'holds beside 20 log-ins a second, 64 connections',
          figure: together,
          yardstick: { what: 'without log-ins', figure: alone },
          ratio: ratioOf(together, alone),
          target: { of: 'ratio', atLeast: 0.85 },
          notes: [STACK_NOTE],
        },
        { id: 'logins.beside-p99', what: 'the same: p99 of the holds', figure: p99(results.beside) },
        { id: 'logins.rate', what: 'the same: log-ins done', figure: figureOf(loginsPerSecond, '/s') },
        { id: 'logins.p99', what: 'the same: p99 of the log-ins', figure: figureOf(loginP99s, 'ms') },
      ];
    } finally {
      await rig.stop();
    }
  },
};

/** Sends log-ins at a steady pace, without waiting for earlier answers, each as another member. */
class Logins {
  readonly #url: string;
  readonly #beganMs = performance.now();
  readonly #tookMs: number[] = [];
  readonly #ended: Promise<void>;
  #refusal: Error | undefined;
  #isOver = false;

  constructor(url: string) {
    this.#url = url;
    this.#ended = this.#goOn();
  }

  async end(): Promise<{ loginsPerSecond: number; loginP99Ms: number }> {
    this.#isOver = true;
    await this.#ended;
    if (this.#refusal) throw new BenchError(`a log-in failed: ${this.#refusal.message}`);
    return {
      loginsPerSecond: (this.#tookMs.length * 1_000) / (performance.now() - this.#beganMs),
      loginP99Ms: percentile(this.#tookMs, 0.99),
    };
  }

  async #goOn(): Promise<void> {
    const underWay: Promise<void>[] = [];
    for (let made = 0; !this.#isOver; made += 1) {
      const login = this.#logIn((made % MEMBERS) + 1).catch((error: Error) => {
        this.#refusal = error;
      });
      underWay.push(login);
      const dueMs = this.#beganMs + ((made + 1) * 1_000) / LOGINS_PER_SECOND;
      await delay(Math.max(0, dueMs - performance.now()));
    }
    await Promise.all(underWay);
  }

  async #logIn(member: number): Promise<void> {
    const sentMs = performance.now();
    const response = await fetch(`${this.#url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: phoneOf(member), password: PASSWORD }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    this.#tookMs.push(performance.now() - sentMs);
  }
}
