import type { Bank } from '../ports/bank.ts';
import type { BankFeed, EwalletFeed } from '../ports/feeds.ts';
import type { GameProvider } from '../ports/game-provider.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Database } from '../database/open.ts';

/** Those whose books are compared with ours. */
export interface Counterparties {
  bank: Bank;
  bankFeed: BankFeed;
  ewalletFeed: EwalletFeed;
  gateways: ReadonlyMap<string, PaymentGateway>;
  providers: ReadonlyMap<string, GameProvider>;
}

/** What a comparison with the outside needs. */
export interface Comparison {
  database: Database;
  outside: Counterparties;
  /** What was made before is left out. */
  since: Date;
  /** What was made after may still be on its way and is nobody's fault. */
  settledBefore: Date;
  /** Accounts of the operator whose incoming transfers a feed tells of. */
  fedAccounts: ReadonlySet<string>;
  /** Where feeds are read on from. Left out, they are read from their beginning. */
  checkpoints?: Checkpoints | undefined;
  /** Ends the audit early, with an exception. */
  signal: AbortSignal;
}

/** How many questions are put to the outside at the same time. */
export const AT_ONCE = 8;

/**
 * How much earlier than ours the other side may have written something down: a callback that came days
 * late, clocks that differ.
 */
export const LATENESS_MS = 7 * 24 * 60 * 60_000;
