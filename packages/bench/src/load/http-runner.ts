import { BenchError } from '../bench-error.ts';
import { figureOf } from '../measure.ts';
import type { Context, Figure } from '../part.ts';
import type { HttpJob, HttpResult } from './http-load.ts';
import { BenchWorker } from './worker.ts';

/** Duration of a measure: long enough to average group commits and garbage collections. */
const SECONDS = 6;
const WARM_UP_SECONDS = 2;
const SHORT = { seconds: 1, warmUpSeconds: 0.5 };

export const durations = ({ short }: Pick<Context, 'short'>): { seconds: number; warmUpSeconds: number } =>
  short ? SHORT : { seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS };

/** HTTP load from its own process. */
export class HttpLoad {
  readonly #worker = new BenchWorker<HttpJob, HttpResult>('./http-load.js');
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** @throws BenchError for any answer other than 200 */
  async run(
    what: string,
    job: Pick<HttpJob, 'ports' | 'connections' | 'requests'> & Partial<HttpJob>,
  ): Promise<HttpResult> {
    const result = await this.#worker.ask({ ...durations(this.#context), ...job });
    if (result.refusal !== undefined) throw new BenchError(`${what} was refused: ${result.refusal}`);
    const [perSecond, p99, own] = [
      Math.round(result.perSecond),
      result.p99Ms.toFixed(1),
      result.ownCores.toFixed(2),
    ];
    this.#context.log(
      `${what}, ${job.connections} connections: ${perSecond}/s, p99 ${p99} ms, load took ${own} cores`,
    );
    return result;
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }
}

export const perSecond = (runs: readonly { perSecond: number }[]): Figure =>
  figureOf(
    runs.map((run) => run.perSecond),
    '/s',
  );

export const p99 = (runs: readonly { p99Ms: number }[]): Figure =>
  figureOf(
    runs.map((run) => run.p99Ms),
    'ms',
  );

export const p50 = (runs: readonly { p50Ms: number }[]): Figure =>
  figureOf(
    runs.map((run) => run.p50Ms),
    'ms',
  );
