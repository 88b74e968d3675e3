import type { Minor } from '@krapao/contract/money';
import type { Database } from '../database/open.ts';
import { newId } from '../kernel/ids.ts';
import { createLogger } from '../kernel/logger.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/types.ts';
import { IncomingPayments } from '../modules/incoming-payments/service.ts';
import { IncomingTransfers } from '../modules/incoming/service.ts';
import { SuspenseService } from '../modules/suspense/service.ts';
import { SHELL } from './staff.ts';
import { filePlace, statementCredit } from './statement-credits.ts';

/** Every way in which money comes to a member. */
export const CHANNELS = ['qr', 'gift', 'wallet', 'feed', 'statement', 'slip', 'suspense'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A member who is paid for. */
export interface Payee {
  phone: string;
  walletAccount: AccountId;
}

const FROM = { bankCode: 'KBANK', accountNo: '1234567890', name: 'SOMCHAI JAIDEE' };

/** The channels of one process, by the services that credit them. */
export class DepositChannels {
  readonly ledger: Ledger;
  readonly #payments: IncomingPayments;
  readonly #transfers: IncomingTransfers;
  readonly #suspense: SuspenseService;

  constructor(database: Database) {
    const logger = createLogger('silent');
    this.ledger = new Ledger(database);
    this.#payments = new IncomingPayments({ ledger: this.ledger, logger });
    this.#transfers = new IncomingTransfers({ database, ledger: this.ledger, logger });
    this.#suspense = new SuspenseService({ database, ledger: this.ledger });
  }

  /** Brings money to a member, once. */
  async deposit(channel: Channel, payee: Payee, amount: Minor): Promise<void> {
    const reference = newId();
    // An account for each transfer, so that none is taken for another one of the same amount.
    const transfer = { accountNo: reference, currency: 'BAHT', amount, at: new Date(), from: FROM } as const;
    switch (channel) {
      case 'qr':
        return this.#credit('gateway:KBANK', payee, { reference, amount, provider: 'KBANK' });
      case 'gift':
        return this.#credit('ewallet:0600000012', payee, { reference, amount, provider: 'GIFT' });
      case 'wallet':
        return this.#credit('ewallet:0600000011', payee, { reference, amount, provider: 'EWALLET' });
      case 'feed':
        await this.#transfers.fromFeed({ ...transfer, reference }, payee.walletAccount);
        return undefined;
      case 'statement':
        await this.#transfers.fromFile(
          { credit: statementCredit(transfer), currency: 'BAHT', noPayment: null },
          filePlace(),
          payee.walletAccount,
        );
        return undefined;
      case 'slip': {
        const told = { ...transfer, sendingBank: '004', reference };
        await this.#transfers.inTurn(told, (tx) =>
          this.#transfers.fromSlipIn(tx, told, payee.walletAccount, new Date()),
        );
        return undefined;
      }
      case 'suspense': {
        await this.#transfers.fromFeed({ ...transfer, reference }, 'no_member');
        const waiting = (await this.#suspense.list()).find(({ detail }) => detail.reference === reference);
        if (!waiting) throw new Error(`deposit ${reference} is not in suspense`);
        await this.#suspense.assign(waiting.id, payee.phone, SHELL);
      }
    }
  }

  async #credit(
    house: string,
    { walletAccount: payee }: Payee,
    { reference, amount, provider }: { reference: string; amount: Minor; provider: string },
  ): Promise<void> {
    await this.#payments.credit({ house, reference, currency: 'BAHT', amount, payee, detail: { provider } });
  }
}
