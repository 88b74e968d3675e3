import { toWire } from '@krapao/contract/money';
import { BANKS } from '../bank/banks.ts';
import { slipPath } from '../bank/control.ts';
import { accountHolder, OPERATOR_ACCOUNTS, OPERATOR_WALLET } from '../bank/operator.ts';
import type { Bank } from '../bank/payouts.ts';
import type { BankTransfers } from '../bank/transfers.ts';
import type { WalletTransfers } from '../ewallet/transfers.ts';
import type { Faults } from '../faults/faults.ts';
import { currencyOf, type Gateway } from '../gateway/orders.ts';
import { linkOf, type Gifts } from '../gift/gifts.ts';
import type { App } from '../http/types.ts';
import type { Players } from '../provider/players.ts';
import { listProviders, type Providers } from '../provider/providers.ts';
import type { SmsInbox } from '../sms/inbox.ts';
import type { BankTransferRecord, GiftRecord, WalletTransferRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { providerCards } from './providers.ts';

const MAX_CARDS = 30;

export interface PageDeps {
  readonly store: Store;
  readonly inbox: SmsInbox;
  readonly gateway: Gateway;
  readonly providers: Providers;
  readonly players: Players;
  readonly bank: Bank;
  readonly transfers: BankTransfers;
  readonly wallets: WalletTransfers;
  readonly gifts: Gifts;
  readonly faults: Faults;
}

const iso = (atMs: number): string => new Date(atMs).toISOString();

const transferCard = (transfer: BankTransferRecord) => ({
  reference: transfer.reference,
  fromBankCode: transfer.fromBankCode,
  fromAccountNo: transfer.fromAccountNo,
  fromName: transfer.fromName,
  toBankCode: transfer.toBankCode,
  toAccountNo: transfer.toAccountNo,
  toName: transfer.toName,
  toOperator: transfer.toOperator,
  amount: toWire(transfer.amountMinor),
  currency: accountHolder(transfer.toAccountNo).currency,
  slipPath: slipPath(transfer),
  at: iso(transfer.at),
});

const walletCard = (transfer: WalletTransferRecord) => ({
  transactionId: transfer.transactionId,
  fromPhone: transfer.fromPhone,
  toWallet: transfer.toWallet,
  amount: toWire(transfer.amountMinor),
  message: transfer.message,
  at: iso(transfer.at),
});

const giftCard = (gift: GiftRecord, status: string) => ({
  link: linkOf(gift),
  amount: toWire(gift.amountMinor),
  type: gift.type,
  status,
  people: gift.tickets.length,
  taken: gift.tickets.flatMap(({ mobile, amountMinor }) =>
    mobile === null ? [] : [{ mobile, amount: toWire(amountMinor) }],
  ),
  createdAt: iso(gift.createdAt),
  expiresAt: iso(gift.expiresAt),
});

/** Choices offered by the page's forms. */
const CHOICES = {
  banks: BANKS.map(({ code, name }) => ({ code, name })),
  accounts: OPERATOR_ACCOUNTS,
  wallet: OPERATOR_WALLET,
  providers: listProviders().map(({ code, name }) => ({ code, name })),
};

/** Returns everything the sandbox's page shows, in one answer; amounts in baht, or in kip where stated. */
export function pageRoutes(app: App, deps: PageDeps): void {
  const { store, inbox, gateway, players, bank, faults } = deps;
  const orderView = (order: ReturnType<Gateway['find']>) => ({
    qrcodeId: order.reference,
    provider: order.provider,
    amount: toWire(order.amountMinor),
    currency: currencyOf(order),
    /** SCB alone tells the operator who pays. */
    tellsPayer: order.service === 'scb',
    status: gateway.statusOf(order),
    createdAt: iso(order.createdAt),
    expiresAt: iso(order.expiresAt),
    payments: gateway.paymentsOf(order).map(({ paymentId, amountMinor, paidAt }) => ({
      paymentId,
      amount: toWire(amountMinor),
      paidAt: iso(paidAt),
    })),
  });
  app.get('/page/state', async () => ({
    messages: inbox.list(undefined).slice(0, MAX_CARDS),
    orders: gateway.list(MAX_CARDS, false).map(orderView),
    payouts: bank.list(MAX_CARDS).map((payout) => ({
      id: payout.payoutId,
      amount: toWire(payout.amountMinor),
      toBankCode: payout.toBankCode,
      toAccountNo: payout.toAccountNo,
      toAccountName: payout.toAccountName,
      state: payout.state,
      createdAt: iso(payout.createdAt),
    })),
    transfers: deps.transfers.newest(MAX_CARDS).map(transferCard),
    walletTransfers: deps.wallets.newest(MAX_CARDS).map(walletCard),
    gifts: deps.gifts.newest(MAX_CARDS).map((gift) => giftCard(gift, deps.gifts.statusOf(gift))),
    choices: CHOICES,
    providers: providerCards(store, deps.providers, players),
    faults: faults.list(),
    callbacksWaiting: store.list('callbacks').length,
  }));
}
