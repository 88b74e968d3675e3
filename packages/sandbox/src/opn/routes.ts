/**
 * The emulated Opn (Omise), under `/opn`. Calls, fields and errors are documented or in its official client (A). There
 * is no idempotency key for charges; the client's type of a transfer has `idemp_key`, whose effect is assumed: the
 * first transfer is answered again.
 */
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { App } from '../http/types.ts';
import { OPN } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isBasic } from '../services/equal.ts';
import type { Webhooks } from '../services/webhooks.ts';
import { chargeRoutes, pictureRoute, sourceRoute } from './charge-routes.ts';
import type { OpnCharges } from './charges.ts';
import { badRequest, ERRORS, refuse } from './errors.ts';
import { accountRoutes, transferRoutes } from './transfer-routes.ts';
import type { OpnTransfers } from './transfers.ts';

export interface OpnDeps extends FrameDeps {
  readonly opn: { readonly charges: OpnCharges; readonly transfers: OpnTransfers };
  readonly webhooks: Webhooks;
}

type Port = 'gateway:opn' | 'bank:opn';

export function opnRoutes(app: App, { opn, ...deps }: OpnDeps): void {
  const { faults, webhooks, now } = deps;
  const parts = { ...opn, faults, webhooks, now };
  const scope = (port: Port, keys: readonly string[], routes: (scope: App) => void): void => {
    app.register(async (plugin) => {
      const child = plugin.withTypeProvider<ZodTypeProvider>();
      const { body: failure } = ERRORS.internal_error;
      const frame = { errors: ERRORS, badRequest, failure: failure as object, refusal: ERRORS.backend_error };
      emulate(child, { port, ...frame }, deps);
      child.addHook('preValidation', async ({ headers: { authorization } }) => {
        if (!keys.some((key) => isBasic(authorization, key, ''))) refuse('authentication_failure');
      });
      routes(child);
    });
  };
  scope('gateway:opn', [OPN.secretKey, OPN.publicKey], (child) => sourceRoute(child, parts));
  scope('gateway:opn', [OPN.secretKey], (child) => {
    chargeRoutes(child, parts);
    accountRoutes(child, parts);
  });
  scope('bank:opn', [OPN.secretKey], (child) => transferRoutes(child, parts));
  pictureRoute(app, opn.charges);
}
