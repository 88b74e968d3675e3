/** Transfers between digital wallets, by phone. */
import type { Minor } from '@krapao/contract/money';
import { randomInt } from 'node:crypto';
import type { WalletTransferRecord } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';
import type { TrueMoneyWebhook } from './truemoney.ts';

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

  readonly #webhook: TrueMoneyWebhook;

  constructor(store: Store, webhook: TrueMoneyWebhook, now: () => number) {
    this.#store = store;
    this.#webhook = webhook;
    this.#now = now;
  }

  make({ amount, ...order }: NewWalletTransfer): WalletTransferRecord {
    const transfer = { ...order, transactionId: this.#freshId(), amountMinor: amount, at: this.#now() };
    const changes: Change[] = [
      { table: 'walletTransfers', key: transfer.transactionId, value: transfer },
      ...this.#webhook.announce(transfer),
    ];
    this.#store.commit(changes);
    this.#webhook.wake(changes);
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
