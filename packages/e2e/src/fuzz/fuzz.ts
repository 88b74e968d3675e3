import { readFileSync } from 'node:fs';
import { routes, type RouteKey } from '@krapao/contract/routes';
import fc from 'fast-check';
import type { Database } from '../support/database.ts';
import { rowsOf } from '../support/rows.ts';
import { secretsUsed } from '../support/secrets.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { auditWhenSettled, Recorded } from './books.ts';
import { assemble, namesFor, tokenOf, type Fixtures } from './fixtures.ts';
import { sendRequest, type Outcome } from './send.ts';
import { render, toCommand, type FuzzRequest } from './request.ts';
import { request as anyRequest } from './requests.ts';
import { faultOf } from './fault-of.ts';

export interface FuzzOptions {
  seed: number;
  count: number;
  /** Requests in flight at the same time. */
  atOnce: number;
  progress: (line: string) => void;
}

export interface FuzzReport {
  /** Violations, a line each; empty when there are none. */
  problems: string[];
  /** The figures, one line each. */
  figures: string[];
}

const BATCH = 500;
/** Upper limit of any request to a fuzzed server, including slow senders and a queue of password checks. */
const WITHIN_MS = 20_000;
/** Maximum number of faults that are reported one by one and shrunk. */
const FAULTS_TOLD = 12;
/** Maximum growth of the server's resident memory after the first quarter of the requests. */
const MOST_GROWTH_MB = 256;

/** Sends requests to its own server process, then checks the server and all members' money. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const stack = await startStack({
    database: 'postgres',
    env: { RECONCILE_EVERY_MS: '250', TRUST_PROXY: 'loopback' },
  });
  let stopped = false;
  try {
    const { database } = stack;
    if (!database) throw new Error('the fuzzer looks into its database');
    const fixtures = await assemble(stack);
    const run = new Run(stack, fixtures, options);
    const before = await rowsOf(database, fixtures.victim.username);
    await run.all();
    const problems = [...run.problems, ...(await aftermath(run, database, before))];
    const { output } = stack.server;
    stopped = true;
    await stack.stop();
    return { problems, figures: [...run.figures(), ...logFigures(output)] };
  } finally {
    if (!stopped) await stack.stop();
  }
}

/** Returns violations in the server, the ledger and the uninvolved member at the end. */
async function aftermath(run: Run, database: Database, before: Record<string, string>): Promise<string[]> {
  const problems: string[] = [];
  const { stack, fixtures } = run;
  const audit = await auditWhenSettled(stack, fixtures, database);
  run.audit = audit.line;
  if (!audit.isClean) problems.push(`audit: ${audit.line}`);
  problems.push(...(await run.recorded.compare(database, fixtures, run.since)));
  const after = await rowsOf(database, fixtures.victim.username);
  for (const [table, rows] of Object.entries(before)) {
    if (after[table] !== rows)
      problems.push(`rows of a member who did nothing changed: ${table}: ${rows} is now ${after[table]}`);
  }
  const lines = stack.server.output.split('\n');
  for (const line of lines.filter((one) => /"level":(50|60)|unexpected failure/.test(one)).slice(0, 5)) {
    problems.push(`logged: ${line.slice(0, 600)}`);
  }
  const [quarter = 0, , , end = 0] = run.memoryMb;
  if (end - quarter > MOST_GROWTH_MB) problems.push(`memory grew from ${quarter} MB to ${end} MB`);
  return problems;
}

const logFigures = (output: string): string[] => [
  `log: ${output.split('\n').length} lines, ${(output.length / 2 ** 20).toFixed(1)} MB, searched for ${secretsUsed().length} secrets: none`,
];

/** The requests of one run and their results. */
class Run {
  readonly stack: Stack;
  readonly fixtures: Fixtures;
  readonly recorded = new Recorded();
  readonly since = new Date();
  readonly problems: string[] = [];
  /** Server memory after each quarter of the requests. */
  readonly memoryMb: number[] = [];
  audit = '';
  readonly #options: FuzzOptions;
  readonly #ends = new Map<string, number>();
  readonly #answered = new Map<RouteKey, number>();
  readonly #told = new Set<string>();
  #slowestMs = 0;
  #tookMs = 0;

  constructor(stack: Stack, fixtures: Fixtures, options: FuzzOptions) {
    this.stack = stack;
    this.fixtures = fixtures;
    this.#options = options;
  }

  async all(): Promise<void> {
    const { count, seed, progress } = this.#options;
    const begun = performance.now();
    for (let sent = 0, batch = 0; sent < count; batch += 1) {
      const size = Math.min(BATCH, count - sent);
      await this.#batch(seed + batch, size);
      sent += size;
      while (this.memoryMb.length < Math.floor((sent * 4) / count)) this.memoryMb.push(this.#memoryMb());
      if (batch % 10 === 9) progress(`${sent} requests, ${this.problems.length} problems`);
    }
    this.#tookMs = performance.now() - begun;
  }

  async #batch(seed: number, size: number): Promise<void> {
    const requests = fc.sample(anyRequest, { seed, numRuns: size });
    const faulty: string[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let no = next++; no < requests.length; no = next++) {
        const request = requests[no];
        const fault = request && (await this.#one(request, no));
        if (request && fault)
          faulty.push(`${request.what}: ${fault}`, toCommand(request, this.fixtures.names, this.stack.url));
      }
    };
    await Promise.all(Array.from({ length: this.#options.atOnce }, worker));
    if (faulty.length > 0) await this.#tell(seed, size, faulty);
  }

  async #one(request: FuzzRequest, no: number): Promise<string | undefined> {
    const outcome = await this.#send(request, no);
    const end = outcome.end === 'answered' ? String(outcome.status) : outcome.end;
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1);
    this.#slowestMs = Math.max(this.#slowestMs, outcome.tookMs);
    if (outcome.status === 200 && request.key && request.isTruePath) {
      this.#answered.set(request.key, (this.#answered.get(request.key) ?? 0) + 1);
    }
    return faultOf(request, outcome);
  }

  async #send(request: FuzzRequest, no: number): Promise<Outcome> {
    // Each request has its own address, as if through a proxy: other tests cover limits by address.
    const address = `10.${no % 200}.${(no * 7) % 250}.${(this.#slot += 1) % 250}`;
    const headers = request.headers.some(([name]) => name === 'x-forwarded-for')
      ? request.headers
      : [...request.headers, ['x-forwarded-for', address] as const];
    const token = tokenOf(this.fixtures, request.as, no);
    const rendered = render({ ...request, headers }, namesFor(this.fixtures, no), token);
    const outcome = await sendRequest(this.stack.server.port, rendered, WITHIN_MS);
    this.recorded.note(request, outcome);
    return outcome;
  }
  #slot = 0;

  /** Reports findings once per kind, with the smallest request of the batch that still shows them. */
  async #tell(seed: number, size: number, faulty: readonly string[]): Promise<void> {
    const before = this.problems.length;
    const kinds = faulty.filter((_, at) => at % 2 === 0);
    for (const [at, fault] of kinds.entries()) {
      const kind = fault
        .replace(/, .*?: /, ': ')
        .replace(/[\da-f-]{36}/g, '')
        .slice(0, 100);
      if (this.#told.has(kind) || this.#told.size >= FAULTS_TOLD) continue;
      this.#told.add(kind);
      this.problems.push(`batch seed ${seed}: ${fault}\n  ${faulty[at * 2 + 1]?.slice(0, 3_000) ?? ''}`);
    }
    for (const problem of this.problems.slice(before)) this.#options.progress(problem);
    if (this.problems.length > FAULTS_TOLD) return;
    const smallest = await this.#smallest(seed, size);
    if (smallest) this.problems.push(`smallest of batch ${seed}: ${smallest}`);
  }

  async #smallest(seed: number, size: number): Promise<string | undefined> {
    const holds = fc.asyncProperty(
      anyRequest,
      async (request) => faultOf(request, await this.#send(request, 0)) === undefined,
    );
    const { counterexample } = await fc.check(holds, {
      seed,
      numRuns: size,
      // The plugin's type does not depend on the values.
      plugins: [fc.interruptAfterTimeLimit(60_000) as fc.Plugin<[FuzzRequest]>],
    });
    return counterexample ? toCommand(counterexample[0], this.fixtures.names, this.stack.url) : undefined;
  }

  #memoryMb(): number {
    const status = readFileSync(`/proc/${this.stack.server.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }

  figures(): string[] {
    const { count, seed, atOnce } = this.#options;
    const keys = Object.keys(routes) as RouteKey[];
    const never = keys.filter((key) => !this.#answered.has(key));
    const ends = [...this.#ends].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [
      `seed ${seed}: ${count} requests, ${atOnce} at a time, in ${(this.#tookMs / 1_000).toFixed(1)} s (${Math.round((count / this.#tookMs) * 1_000)} a second), the slowest ${Math.round(this.#slowestMs)} ms`,
      `answers: ${ends.map(([end, times]) => `${end} ${times}`).join(', ')}`,
      `calls that were once answered 200: ${keys.length - never.length} of ${keys.length}${never.length > 0 ? `; never: ${never.join(', ')}` : ''}`,
      `movements: ${this.recorded.size}, all as they were told; ${this.audit}`,
      `memory of the server at each quarter: ${this.memoryMb.join(', ')} MB`,
    ];
  }
}
