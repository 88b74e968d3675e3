import { DAY_MS } from '../kernel/durations.ts';
import type { Bank } from '../ports/bank.ts';
import type { BankFeed, EwalletFeed } from '../ports/feeds.ts';
import type { GameProvider } from '../ports/game-provider.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Database } from '../database/open.ts';

/** Counterparties whose records are compared with ours. */
export interface Counterparties {
  bank: Bank;
  bankFeed: BankFeed;
  ewalletFeed: EwalletFeed;
  /** A wallet that reports by callbacks has no list to compare with. */
  ewalletWebhook?: object | undefined;
  gateways: ReadonlyMap<string, PaymentGateway>;
  providers: ReadonlyMap<string, GameProvider>;
}

/** Inputs of a comparison with the counterparties. */
export interface Comparison {
  database: Database;
  counterparties: Counterparties;
  /** Earlier movements are ignored. */
  since: Date;
  /** Later movements may still be in flight; they are not reported. */
  settledBefore: Date;
  /** Accounts of the operator whose incoming transfers a feed reports. */
  fedAccounts: ReadonlySet<string>;
  /** Positions from which feeds are read. Without them, feeds are read from their beginning. */
  checkpoints?: Checkpoints | undefined;
  /** Aborts the audit with an exception. */
  signal: AbortSignal;
}

/** Most concurrent requests to counterparties. */
export const AT_ONCE = 8;

/** Largest lead of the counterparty's record over ours: a callback that came days late, different clocks. */
export const LATENESS_MS = 7 * DAY_MS;
