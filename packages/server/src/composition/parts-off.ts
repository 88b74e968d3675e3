import type { Logger } from 'pino';
import type { Metrics } from '../kernel/metrics.ts';
import type { Part } from '../ports/part.ts';
import type { PartFault } from './part-fault.ts';
import { describeFaults } from './part-faults.ts';

/**
 * Reports to staff the parts of the content that are switched off in this process: in the log and in the
 * metrics.
 */
export class PartsOffReport {
  readonly #logger: Logger;
  readonly #gauge: ReturnType<Metrics['gauge']>;
  #told = new Set<Part>();

  constructor(parts: { metrics: Metrics; logger: Logger }) {
    this.#logger = parts.logger;
    this.#gauge = parts.metrics.gauge(
      'krapao_parts_off',
      'Parts of the content that this process cannot work and has switched off',
      ['part'],
    );
  }

  /** Shows the parts that are off now; only changes are logged. */
  show(faults: readonly PartFault[]): void {
    const parts = new Set(faults.map(({ part }) => part));
    this.#gauge.reset();
    for (const part of parts) {
      this.#gauge.set({ part }, 1);
      if (this.#told.has(part)) continue;
      const why = describeFaults(faults.filter((fault) => fault.part === part));
      this.#logger.error({ part, why }, 'a part of the content is switched off');
    }
    for (const part of this.#told) {
      if (!parts.has(part)) this.#logger.info({ part }, 'a part of the content is on again');
    }
    this.#told = parts;
  }
}
