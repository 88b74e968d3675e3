import type { Minor } from '@krapao/contract/money';
import type { NotFound, Outcome } from './outcome.ts';

/** Why a provider refuses to move credit, where it matters to us. */
export const INSUFFICIENT_AT_PROVIDER = 'insufficient_funds';

export interface ProviderTransfer {
  /** Ours, unique; sending it again has no second effect. */
  reference: string;
  username: string;
  /** As the provider sees it: `deposit` adds to the player's credit there. */
  direction: 'deposit' | 'withdraw';
  amount: Minor;
}

/** A transfer of ours as the provider has it on record. */
export interface RecordedTransfer {
  reference: string;
  direction: ProviderTransfer['direction'];
  amount: Minor;
  /** False: refused, nothing moved there. */
  isDone: boolean;
}

/** A game provider that keeps players' credit on its side. */
export interface GameProvider {
  /** Creates the player; one that exists already counts as created. */
  createPlayer(player: { username: string; password: string }): Promise<Outcome>;
  setPassword(player: { username: string; password: string }): Promise<Outcome>;
  balance(username: string): Promise<Outcome<Minor>>;
  /** Moves credit; the value is the player's balance after it. */
  transfer(transfer: ProviderTransfer): Promise<Outcome<Minor>>;
  /** How a transfer of ours ended over there. */
  lookUp(reference: string): Promise<Outcome | NotFound>;
  /** Every transfer of a player that the provider has taken in since then, for comparing books. */
  transfersSince(username: string, since: Date): Promise<Outcome<RecordedTransfer[]>>;
  /** Ends the player's open games, so that credit can be pulled out. */
  logOut(username: string): Promise<Outcome>;
  /** A one-time address that opens the lobby for the player. */
  launch(player: { username: string; language: string }): Promise<Outcome<string>>;
}
