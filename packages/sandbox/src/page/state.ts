import { toWire } from '@krapao/contract/money';
import type { Bank } from '../bank/payouts.ts';
import type { Faults } from '../faults/faults.ts';
import { currencyOf, type Gateway } from '../gateway/orders.ts';
import type { App } from '../http/types.ts';
import { playerView, transferView } from '../provider/control.ts';
import type { Players } from '../provider/players.ts';
import { listProviders } from '../provider/providers.ts';
import type { SmsInbox } from '../sms/inbox.ts';
import type { Store } from '../store/store.ts';

const MAX_CARDS = 30;
const MAX_TRANSFERS = 6;

export interface PageDeps {
  readonly store: Store;
  readonly inbox: SmsInbox;
  readonly gateway: Gateway;
  readonly players: Players;
  readonly bank: Bank;
  readonly faults: Faults;
}

const iso = (atMs: number): string => new Date(atMs).toISOString();

/** Everything the sandbox's page shows, in one answer; amounts in baht. */
export function pageRoutes(app: App, { store, inbox, gateway, players, bank, faults }: PageDeps): void {
  const orderView = (order: ReturnType<Gateway['find']>) => ({
    qrcodeId: order.reference,
    provider: order.provider,
    amount: toWire(order.amountMinor),
    currency: currencyOf(order),
    status: gateway.statusOf(order),
    createdAt: iso(order.createdAt),
    expiresAt: iso(order.expiresAt),
    payments: gateway.paymentsOf(order).map(({ paymentId, amountMinor, paidAt }) => ({
      paymentId,
      amount: toWire(amountMinor),
      paidAt: iso(paidAt),
    })),
  });
  const providerView = ({ code, name }: { code: string; name: string }) => ({
    code,
    name,
    maintenance: players.inMaintenance(code),
    players: players.list(code, MAX_CARDS).map((player) => ({
      ...playerView(player),
      transfers: players.transfersOf(code, player.username, MAX_TRANSFERS).map(transferView),
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
    providers: listProviders().map(providerView),
    faults: faults.list(),
    callbacksWaiting: store.list('callbacks').length,
  }));
}
