import type { Logger } from 'pino';
import type { ContentStore } from '../content/store.ts';
import type { Database } from '../database/open.ts';
import type { Clock } from '../kernel/clock.ts';
import type { HashCost } from '../kernel/hashing.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Secrets } from '../kernel/secrets.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Circuits } from './circuits.ts';
import type { Counterparties } from './counterparties.ts';

/** Dependencies of a process. */
export interface Dependencies {
  settings: Settings;
  database: Database;
  content: ContentStore;
  secrets: Secrets;
  logger: Logger;
  clock: Clock;
  counterparties: Counterparties;
  /** Counterparties that are left alone after failures. */
  circuits: Circuits;
  metrics: Metrics;
  /** Cost of password hashes, where it is not the usual one. */
  hashCost?: HashCost | undefined;
  /** Returns the public address of this server; known once it listens. */
  publicUrl: () => string;
}
