/** Transfers between digital wallets, by phone. */
import type { Minor } from '@krapao/contract/money';
import { randomInt } from 'node:crypto';
import type { WalletTransferRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';

export interface NewWalletTransfer {
  readonly fromPhone: string;
  readonly toWallet: string;
  readonly amount: Minor;
  readonly message: string;
}

/** Prefix of wallet transaction numbers; no bank reference begins with it. */
const PREFIX = '500';
const RANDOM_DIGITS = 11;

export class WalletTransfers {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  make({ amount, ...order }: NewWalletTransfer): WalletTransferRecord {
    const transfer = { ...order, transactionId: this.#freshId(), amountMinor: amount, at: this.#now() };
    this.#store.commit([{ table: 'walletTransfers', key: transfer.transactionId, value: transfer }]);
    return transfer;
  }

  /** Returns all transfers, oldest first. */
  list(): WalletTransferRecord[] {
    return this.#store.list('walletTransfers');
  }

  newest(limit: number): WalletTransferRecord[] {
    return this.#store.newest('walletTransfers', limit);
  }

  #freshId(): string {
    const id = PREFIX + String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0');
    return this.#store.get('walletTransfers', id) ? this.#freshId() : id;
  }
}
