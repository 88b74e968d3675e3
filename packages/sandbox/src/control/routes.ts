import { transferControlRoutes } from '../bank/control.ts';
import type { Bank } from '../bank/payouts.ts';
import { bankControlRoutes } from '../bank/routes.ts';
import type { BankTransfers } from '../bank/transfers.ts';
import type { Desk } from '../desk/desk.ts';
import { deskControlRoutes } from '../desk/routes.ts';
import { ewalletControlRoutes } from '../ewallet/routes.ts';
import type { WalletTransfers } from '../ewallet/transfers.ts';
import type { Faults } from '../faults/faults.ts';
import { faultRoutes } from '../faults/routes.ts';
import { gatewayControlRoutes } from '../gateway/control.ts';
import type { Gateway } from '../gateway/orders.ts';
import type { Gifts } from '../gift/gifts.ts';
import { giftControlRoutes } from '../gift/routes.ts';
import { callCountRoutes, type CallCounts } from '../http/call-counts.ts';
import { HttpError } from '../http/http-error.ts';
import { refuseBadJson } from '../http/json-body.ts';
import type { App } from '../http/types.ts';
import { opnControlRoutes } from '../opn/control.ts';
import type { OpnDeps } from '../opn/routes.ts';
import { payonexControlRoutes } from '../payonex/control.ts';
import type { Payonex } from '../payonex/payonex.ts';
import { providerControlRoutes } from '../provider/control.ts';
import type { Players } from '../provider/players.ts';
import type { PushBrowsers } from '../push/push-browsers.ts';
import { pushControlRoutes } from '../push/routes.ts';
import { scbControlRoutes } from '../scb/control.ts';
import type { Scb } from '../scb/scb.ts';
import { forcedErrorRoutes, type ForcedErrors } from '../services/forced-errors.ts';
import { webhookControlRoutes, type Webhooks } from '../services/webhooks.ts';
import { slipControlRoutes } from '../slip/routes.ts';
import type { SmsInbox } from '../sms/inbox.ts';
import { smsControlRoutes } from '../sms/routes.ts';
import { stripeControlRoutes } from '../stripe/control.ts';
import type { StripeIntents } from '../stripe/intents.ts';

export interface ControlDeps {
  readonly inbox: SmsInbox;
  readonly gateway: Gateway;
  readonly players: Players;
  readonly bank: Bank;
  readonly transfers: BankTransfers;
  readonly wallets: WalletTransfers;
  readonly gifts: Gifts;
  readonly desk: Desk;
  readonly payonex: Payonex;
  readonly scb: Scb;
  readonly opn: OpnDeps['opn'];
  readonly stripe: StripeIntents;
  readonly faults: Faults;
  readonly forced: ForcedErrors;
  readonly calls: CallCounts;
  readonly webhooks: Webhooks;
  readonly push: PushBrowsers;
  /** Address of the sandbox for people, without a trailing slash. */
  readonly publicUrl: () => string;
}

/**
 * Control calls for tests and the sandbox's own page. Every caller who reaches the port may use them, as fits
 * a sandbox. Only other websites in the same browser are refused.
 */
export function controlRoutes(app: App, world: ControlDeps): void {
  app.addHook('onRequest', async (request) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new HttpError(403, 'cross_site', 'another website may not drive the sandbox');
    }
  });
  refuseBadJson(app);
  callCountRoutes(app, world.calls);
  pushControlRoutes(app, world.push, world.publicUrl);
  smsControlRoutes(app, world.inbox);
  gatewayControlRoutes(app, world.gateway);
  providerControlRoutes(app, world.players);
  bankControlRoutes(app, world.bank);
  transferControlRoutes(app, world.transfers, world.publicUrl);
  slipControlRoutes(app, world.transfers);
  ewalletControlRoutes(app, world.wallets);
  giftControlRoutes(app, world.gifts);
  deskControlRoutes(app, world.desk);
  payonexControlRoutes(app, world.payonex);
  scbControlRoutes(app, world.scb);
  opnControlRoutes(app, world.opn);
  stripeControlRoutes(app, world.stripe);
  faultRoutes(app, world.faults);
  forcedErrorRoutes(app, world.forced);
  webhookControlRoutes(app, world.webhooks);
}
