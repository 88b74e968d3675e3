import type { Bank } from '../bank/payouts.ts';
import { bankControlRoutes } from '../bank/routes.ts';
import type { Faults } from '../faults/faults.ts';
import { faultRoutes } from '../faults/routes.ts';
import { gatewayControlRoutes } from '../gateway/control.ts';
import type { Gateway } from '../gateway/orders.ts';
import { HttpError } from '../http/http-error.ts';
import { refuseBadJson } from '../http/json-body.ts';
import type { App } from '../http/types.ts';
import { providerControlRoutes } from '../provider/control.ts';
import type { Players } from '../provider/players.ts';
import type { SmsInbox } from '../sms/inbox.ts';
import { smsControlRoutes } from '../sms/routes.ts';

export interface ControlDeps {
  readonly inbox: SmsInbox;
  readonly gateway: Gateway;
  readonly players: Players;
  readonly bank: Bank;
  readonly faults: Faults;
}

/**
 * The calls by which tests and the sandbox's own page drive the outside world. They are open to anybody who
 * reaches the port, as a sandbox is; only other websites in the same browser are kept out.
 */
export function controlRoutes(app: App, { inbox, gateway, players, bank, faults }: ControlDeps): void {
  app.addHook('onRequest', async (request) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new HttpError(403, 'cross_site', 'another website may not drive the sandbox');
    }
  });
  refuseBadJson(app);
  smsControlRoutes(app, inbox);
  gatewayControlRoutes(app, gateway);
  providerControlRoutes(app, players);
  bankControlRoutes(app, bank);
  faultRoutes(app, faults);
}
