import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Result of a call to a counterparty. */
export type CallOutcome = 'done' | 'refused' | 'unknown' | 'not_found' | 'differs' | 'failed';

/**
 * The metrics of a process. Labels are route patterns, names of the operator's content and words of this
 * program: never player input, and nothing that grows with the number of players.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #http = this.#histogram({
    name: 'krapao_http_request_duration_seconds',
    help: 'Requests answered, by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
  });
  readonly #batchSize = this.#histogram({
    name: 'krapao_ledger_batch_size',
    help: 'Movements written together in one statement',
    labelNames: ['operation'],
    buckets: BATCH_SIZES,
  });
  readonly #batchSeconds = this.#histogram({
    name: 'krapao_ledger_batch_duration_seconds',
    help: 'How long the ledger took for a batch',
    labelNames: ['operation'],
    buckets: SECONDS,
  });
  readonly #counterparties = this.#histogram({
    name: 'krapao_counterparty_call_duration_seconds',
    help: 'Calls to game providers, gateways, the bank and the others, by how they ended',
    labelNames: ['counterparty', 'call', 'outcome'],
    buckets: SECONDS,
  });
  /** The same figures by their name in 1.1.14, in this version. */
  readonly #counterpartiesFormer = this.#histogram({
    name: 'krapao_outside_call_duration_seconds',
    help: 'krapao_counterparty_call_duration_seconds by its former name',
    labelNames: ['counterparty', 'call', 'outcome'],
    buckets: SECONDS,
  });
  readonly #heldBack = this.#counter(
    'krapao_counterparty_calls_held_back_total',
    'Calls that were not made, since their counterparty is left alone',
    ['counterparty', 'group'],
  );
  readonly #callbacksRefused = this.#counter(
    'krapao_callbacks_refused_total',
    'Callbacks not taken for genuine',
    ['route'],
  );
  readonly #limiterRefusals = this.#counter('krapao_limiter_refusals_total', 'Calls refused by a limit', [
    'limit',
  ]);
  readonly #appFaults = this.#counter('krapao_app_faults_total', 'Faults that the player app told of', [
    'kind',
  ]);
  readonly #databaseAway = this.#counter(
    'krapao_database_away_answers_total',
    'Requests answered with SERVICE_UNAVAILABLE',
    [],
  );

  httpAnswered(call: { method: string; route: string; status: number; seconds: number }): void {
    const { method, route, status, seconds } = call;
    this.#http.observe({ method, route, status: String(status) }, seconds);
  }

  ledgerBatch(operation: 'submit' | 'settle', size: number, seconds: number): void {
    this.#batchSize.observe({ operation }, size);
    this.#batchSeconds.observe({ operation }, seconds);
  }

  counterpartyCall(call: {
    counterparty: string;
    call: string;
    outcome: CallOutcome;
    seconds: number;
  }): void {
    const { seconds, ...labels } = call;
    this.#counterparties.observe(labels, seconds);
    this.#counterpartiesFormer.observe(labels, seconds);
  }

  callHeldBack(call: { counterparty: string; group: string }): void {
    this.#heldBack.inc(call);
  }

  callbackRefused(route: string): void {
    this.#callbacksRefused.inc({ route });
  }

  /** @param limit the name of the limit, never the refused caller */
  limiterRefused(limit: string): void {
    this.#limiterRefusals.inc({ limit });
  }

  /** @param kind the kind of fault, one of the contract's few words */
  appFault(kind: string): void {
    this.#appFaults.inc({ kind });
  }

  databaseAway(): void {
    this.#databaseAway.inc();
  }

  /**
   * Registers a gauge that is read on scrape. An unset gauge is not shown: alarms that check for its presence
   * (`absent`) depend on that.
   */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect?: () => number,
  ): Gauge<L> {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      ...(collect && {
        collect(this: Gauge) {
          this.set(collect());
        },
      }),
    });
    // The library sets a gauge without labels to 0.
    if (labelNames.length === 0) gauge.remove();
    return gauge;
  }

  #histogram(about: { name: string; help: string; labelNames: string[]; buckets: number[] }): Histogram {
    return new Histogram({ ...about, registers: [this.registry] });
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
}
