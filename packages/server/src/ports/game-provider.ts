import type { Minor } from '@krapao/contract/money';
import type { Listing } from './listing.ts';
import type { IncomingCallback } from './payment-gateway.ts';
import type { Differs, NotFound, Outcome } from './outcome.ts';

/** Refusal reason: the credit at the provider is insufficient. */
export const INSUFFICIENT_AT_PROVIDER = 'insufficient_funds';
/** Refusal reason: the provider refuses every call for a while; nothing has moved. */
export const MAINTENANCE_AT_PROVIDER = 'maintenance';
/** Refusal reason: the provider does not know the player. */
export const NO_PLAYER_AT_PROVIDER = 'no_player';
/** Reason why a look-up by balance stays `unknown`: the transfer does not explain the change of balance. */
export const BALANCE_TELLS_NOTHING = 'the balance tells nothing';

export interface ProviderTransfer {
  /** Our unique reference. A repeated transfer has no second effect at providers that take references. */
  reference: string;
  username: string;
  /** Direction from the provider's view: `deposit` adds to the player's credit there. */
  direction: 'deposit' | 'withdraw';
  amount: Minor;
}

/** A sent transfer, for a status check. */
export interface SentTransfer extends ProviderTransfer {
  /** Player's balance before the transfer; known at providers that settle by balance. */
  balanceBefore: Minor | null;
}

/** The provider's record of one of our transfers. */
export interface RecordedTransfer {
  /** Reference; null at a provider without references. */
  reference: string | null;
  direction: ProviderTransfer['direction'];
  amount: Minor;
  /** False when the provider refused the transfer; nothing moved there. */
  isDone: boolean;
  at: Date;
}

/** The provider's report of one player's stakes and winnings in one round or settlement. */
export interface TurnoverEntry {
  /** The provider's unique reference. */
  reference: string;
  username: string;
  /** Name of the game at the provider. */
  game: string;
  /** Stakes, never negative. */
  turnover: Minor;
  /** Winnings less stakes: negative when the player lost. */
  winLoss: Minor;
  at: Date;
}

/** Entries in the order in which the provider recorded them. */
export interface TurnoverPage extends Listing<TurnoverEntry> {
  /** Cursor of the next page, also when there is nothing new yet. */
  cursor: string;
  hasMore: boolean;
}

/** Launch of a game: an address to open, or a page to show. */
export type Launched = { kind: 'url'; url: string } | { kind: 'html'; html: string };

/** Our answer to a provider that asks whose session a game has shown to it. */
export interface SessionAnswer {
  status: number;
  body: object;
}

/** A game provider that keeps players' credit on its side. */
export interface GameProvider {
  /**
   * How the status check works for a transfer without an answer: by its `reference`, or by comparing the
   * `balance` before and after at a provider without references. The latter requires one transfer of a player
   * at a time.
   */
  readonly settlesBy: 'reference' | 'balance';
  /** Creates the player. An existing player counts as created. */
  createPlayer(player: { username: string; password: string }): Promise<Outcome>;
  setPassword(player: { username: string; password: string }): Promise<Outcome>;
  balance(username: string): Promise<Outcome<Minor>>;
  /** Moves credit. Returns the player's balance after it. */
  transfer(transfer: ProviderTransfer): Promise<Outcome<Minor>>;
  /**
   * Looks up how one of our transfers ended. `refused` means only that the transfer was refused.
   * `not_found`: the provider has no record of it, or the balance has not changed. `differs`: the record
   * under the reference has another player, direction or amount.
   */
  lookUp(transfer: SentTransfer): Promise<Outcome | NotFound | Differs>;
  /** False at a provider that lists no transfers: the auditor then looks each of ours up by its reference. */
  readonly listsTransfers?: false;
  /** Lists every transfer of a player that the provider has recorded since then, for reconciliation. */
  transfersSince(username: string, since: Date): Promise<Outcome<Listing<RecordedTransfer>>>;
  /**
   * False at a provider that reports no rounds. A transfer there that only the balance shows is left to a person,
   * since a stake may equal the amount.
   */
  readonly reportsPlay?: false;
  /** Reads the play after `cursor`; null starts at the beginning. */
  turnoverSince(cursor: string | null): Promise<Outcome<TurnoverPage>>;
  /** Ends the player's open games, so that credit can be withdrawn. */
  logOut(username: string): Promise<Outcome>;
  /** Launches the games for the player, once. */
  launch(player: { username: string; password: string; language: string }): Promise<Outcome<Launched>>;
  /**
   * Returns the tokens that the provider's log-in form requires beside name and password; null when it
   * requires none.
   */
  formTokens(): Promise<Outcome<Readonly<Record<string, string>> | null>>;
  /**
   * Answers the provider's question about a session of ours; null when the question is not the provider's. Left
   * out where the provider asks no such question.
   */
  verifySession?(callback: IncomingCallback): SessionAnswer | null;
  /** Checks whether the provider is up. */
  health(): Promise<Outcome>;
}
