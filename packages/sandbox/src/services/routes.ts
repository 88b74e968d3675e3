/** The emulated services of the counterparties that are no game providers, each under a path of its own. */
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { BankTransfers } from '../bank/transfers.ts';
import { chatwootRoutes } from '../desk/chatwoot.ts';
import type { Desk } from '../desk/desk.ts';
import { lineRoutes } from '../desk/line.ts';
import type { Gifts } from '../gift/gifts.ts';
import { truemoneyGiftRoutes } from '../gift/truemoney.ts';
import type { App } from '../http/types.ts';
import type { Payonex } from '../payonex/payonex.ts';
import { opnRoutes, type OpnDeps } from '../opn/routes.ts';
import { payonexRoutes } from '../payonex/routes.ts';
import { scbRoutes } from '../scb/routes.ts';
import type { Scb } from '../scb/scb.ts';
import { easyslipRoutes } from '../slip/easyslip.ts';
import { slip2goRoutes } from '../slip/slip2go.ts';
import { slipokRoutes } from '../slip/slipok.ts';
import type { SmsInbox } from '../sms/inbox.ts';
import { smsmktRoutes } from '../sms/smsmkt.ts';
import { thaibulksmsRoutes } from '../sms/thaibulksms.ts';
import { twilioRoutes } from '../sms/twilio.ts';
import type { Store } from '../store/store.ts';
import { stripeRoutes } from '../stripe/routes.ts';
import type { StripeIntents } from '../stripe/intents.ts';
import type { FrameDeps } from './emulate.ts';
import type { Webhooks } from './webhooks.ts';

export interface ServiceDeps extends FrameDeps {
  readonly inbox: SmsInbox;
  readonly transfers: BankTransfers;
  readonly gifts: Gifts;
  readonly desk: Desk;
  readonly store: Store;
  readonly payonex: Payonex;
  readonly scb: Scb;
  readonly opn: OpnDeps['opn'];
  readonly stripe: StripeIntents;
  readonly webhooks: Webhooks;
  /** Address of the sandbox for people, without a trailing slash. */
  readonly publicUrl: () => string;
}

export function serviceRoutes(app: App, deps: ServiceDeps): void {
  const { inbox, transfers, gifts } = deps;
  const service = (routes: (scope: App) => void): void => {
    app.register(async (plugin) => routes(plugin.withTypeProvider<ZodTypeProvider>()));
  };
  service((scope) => thaibulksmsRoutes(scope, inbox, deps));
  service((scope) => smsmktRoutes(scope, inbox, deps));
  service((scope) => twilioRoutes(scope, inbox, deps));
  service((scope) => easyslipRoutes(scope, transfers, deps));
  service((scope) => slipokRoutes(scope, transfers, deps));
  service((scope) => slip2goRoutes(scope, transfers, deps));
  service((scope) => truemoneyGiftRoutes(scope, gifts, deps));
  service((scope) => chatwootRoutes(scope, deps));
  service((scope) => lineRoutes(scope, deps));
  service((scope) => payonexRoutes(scope, deps));
  service((scope) => scbRoutes(scope, deps));
  service((scope) => opnRoutes(scope, deps));
  service((scope) => stripeRoutes(scope, deps));
}
