/** Transfers as real services do them, over the players of the sandbox. */
import { minor, type Minor } from '@krapao/contract/money';
import { randomUUID } from 'node:crypto';
import { providerPort, type Faults } from '../../faults/faults.ts';
import { HttpError } from '../../http/http-error.ts';
import type { RefusalReason, TransferRecord } from '../../store/records.ts';
import type { NewTransfer, Players } from '../players.ts';

/** A transfer that moved credit. */
export interface Moved {
  readonly id: string;
  readonly before: Minor;
  readonly after: Minor;
  readonly amount: Minor;
  readonly at: number;
}

export type Result =
  | ({ readonly outcome: 'done' } & Moved)
  /** The reference is that of an earlier transfer, which this one repeats. */
  | ({ readonly outcome: 'repeated' } & Moved)
  /** The reference is that of an earlier transfer, and this one is another. */
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'in_progress' }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason };

export type Known = TransferRecord | 'in_progress' | null;

export class ServiceTransfers {
  readonly #players: Players;
  readonly #faults: Faults;
  /** References of transfers in progress, by provider. They are done when their time has come. */
  readonly #inProgress = new Map<string, () => void>();

  constructor(players: Players, faults: Faults) {
    this.#players = players;
    this.#faults = faults;
  }

  /**
   * Moves credit once per reference.
   * @param options.keepsRefusals whether a refused transfer uses its reference up and can be looked up.
   */
  move(provider: string, transfer: NewTransfer, options: { readonly keepsRefusals: boolean }): Result {
    const known = this.find(provider, transfer.reference);
    if (known === 'in_progress') return { outcome: 'in_progress' };
    if (known !== null) return repetitionOf(known, transfer);
    const reason = this.#refusal(provider, transfer);
    if (reason !== null) {
      if (options.keepsRefusals) this.#players.transfer(provider, transfer);
      return { outcome: 'refused', reason };
    }
    const delayMs = this.#faults.planProgress(providerPort(provider));
    if (delayMs !== null) {
      this.#finishLater(provider, transfer, delayMs);
      return { outcome: 'in_progress' };
    }
    return resultOf('done', this.#players.transfer(provider, transfer));
  }

  /** Moves credit at a service without references: a repeated call moves it again. */
  moveAgain(provider: string, transfer: Omit<NewTransfer, 'reference'>): Result {
    const fresh = { ...transfer, reference: randomUUID() };
    const reason = this.#refusal(provider, fresh);
    if (reason !== null) return { outcome: 'refused', reason };
    return resultOf('done', this.#players.transfer(provider, fresh));
  }

  find(provider: string, reference: string): Known {
    if (this.#inProgress.has(keyOf(provider, reference))) return 'in_progress';
    try {
      return this.#players.findTransfer(provider, reference);
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return null;
      throw error;
    }
  }

  /** Drops what is in progress: the sandbox stops. */
  stop(): void {
    for (const cancel of this.#inProgress.values()) cancel();
  }

  #refusal(provider: string, { username, type, amount }: NewTransfer): RefusalReason | null {
    const player = this.#players.find(provider, username);
    if (!player) return 'no_player';
    return type === 'withdraw' && player.balanceMinor < amount ? 'insufficient_funds' : null;
  }

  #finishLater(provider: string, transfer: NewTransfer, delayMs: number): void {
    const key = keyOf(provider, transfer.reference);
    const cancel = this.#faults.time.after(delayMs, () => {
      this.#inProgress.delete(key);
      this.#players.transfer(provider, transfer);
    });
    this.#inProgress.set(key, cancel);
  }
}

const keyOf = (provider: string, reference: string): string => `${provider}/${reference}`;

function repetitionOf(known: TransferRecord, { username, type, amount }: NewTransfer): Result {
  const isSame = known.username === username && known.type === type && known.amountMinor === amount;
  return isSame ? resultOf('repeated', known) : { outcome: 'conflict' };
}

function resultOf(outcome: 'done' | 'repeated', record: TransferRecord): Result {
  const moved = movedBy(record);
  if (moved) return { outcome, ...moved };
  return { outcome: 'refused', reason: record.reason ?? 'no_player' };
}

/** Returns what a transfer moved; null when it was refused. */
export function movedBy({ reference, type, amountMinor, balanceMinor, at }: TransferRecord): Moved | null {
  if (balanceMinor === null) return null;
  const before = minor(type === 'deposit' ? balanceMinor - amountMinor : balanceMinor + amountMinor);
  return { id: reference, before, after: balanceMinor, amount: amountMinor, at };
}
