import type { Minor } from '@krapao/contract/money';
import type { Listing } from './listing.ts';
import type { Differs, NotFound, Outcome } from './outcome.ts';

/** Why a provider refuses to move credit, where it matters to us. */
export const INSUFFICIENT_AT_PROVIDER = 'insufficient_funds';
/** Why a provider refuses everything for a while; nothing has moved. */
export const MAINTENANCE_AT_PROVIDER = 'maintenance';
/** Why a provider refuses a player that it does not know. */
export const NO_PLAYER_AT_PROVIDER = 'no_player';
/** Why a look-up by balance is `unknown` for good: it has become something else than the transfer explains. */
export const BALANCE_TELLS_NOTHING = 'the balance tells nothing';

export interface ProviderTransfer {
  /** Ours, unique; sending it again has no second effect, where the provider takes references. */
  reference: string;
  username: string;
  /** As the provider sees it: `deposit` adds to the player's credit there. */
  direction: 'deposit' | 'withdraw';
  amount: Minor;
}

/** A transfer whose end is being asked for. */
export interface SentTransfer extends ProviderTransfer {
  /** The player's balance before it was sent; known at providers that settle by balance. */
  balanceBefore: Minor | null;
}

/** A transfer of ours as the provider has it on record. */
export interface RecordedTransfer {
  /** Null at a provider that takes none. */
  reference: string | null;
  direction: ProviderTransfer['direction'];
  amount: Minor;
  /** False: refused, nothing moved there. */
  isDone: boolean;
  at: Date;
}

/** What one player staked and won in one round, or in one settlement, as the provider reports it. */
export interface TurnoverEntry {
  /** The provider's own, unique there. */
  reference: string;
  username: string;
  /** The provider's name of the game. */
  game: string;
  /** Stakes, never negative. */
  turnover: Minor;
  /** Winnings less stakes: negative when the player lost. */
  winLoss: Minor;
  at: Date;
}

/** Entries in the order in which the provider took them in. */
export interface TurnoverPage extends Listing<TurnoverEntry> {
  /** Where the next page begins, also when there is nothing new yet. */
  cursor: string;
  hasMore: boolean;
}

/** How a game opens: an address to go to, or a page to show. */
export type Launched = { kind: 'url'; url: string } | { kind: 'html'; html: string };

/** A game provider that keeps players' credit on its side. */
export interface GameProvider {
  /**
   * How a transfer without an answer is settled: by its `reference`, or, at a provider that takes none, by
   * comparing the `balance` before and after. The latter wants one transfer of a player at a time.
   */
  readonly settlesBy: 'reference' | 'balance';
  /** Creates the player; one that exists already counts as created. */
  createPlayer(player: { username: string; password: string }): Promise<Outcome>;
  setPassword(player: { username: string; password: string }): Promise<Outcome>;
  balance(username: string): Promise<Outcome<Minor>>;
  /** Moves credit; the value is the player's balance after it. */
  transfer(transfer: ProviderTransfer): Promise<Outcome<Minor>>;
  /**
   * How a transfer of ours ended over there; not `refused` for any other reason than that the transfer was.
   * `not_found`: they have no record of it, or the balance has not changed. `differs`: what is on record under the
   * reference has another player, direction or amount.
   */
  lookUp(transfer: SentTransfer): Promise<Outcome | NotFound | Differs>;
  /** Every transfer of a player that the provider has taken in since then, for comparing books. */
  transfersSince(username: string, since: Date): Promise<Outcome<Listing<RecordedTransfer>>>;
  /** What was played after `cursor`; null begins at the beginning. */
  turnoverSince(cursor: string | null): Promise<Outcome<TurnoverPage>>;
  /** Ends the player's open games, so that credit can be pulled out. */
  logOut(username: string): Promise<Outcome>;
  /** Opens the games for the player, once. */
  launch(player: { username: string; password: string; language: string }): Promise<Outcome<Launched>>;
  /** The tokens that the provider's log-in form wants beside name and password, where it wants any. */
  formTokens(): Promise<Outcome<Readonly<Record<string, string>> | null>>;
  /** Whether the provider is open for business. */
  health(): Promise<Outcome>;
}
