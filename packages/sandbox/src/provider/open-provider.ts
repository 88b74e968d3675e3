import { HttpError } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import type { Players } from './players.ts';
import type { Dialect, Providers } from './providers.ts';

export const maintenanceError = (): HttpError =>
  new HttpError(503, 'maintenance', 'this provider is closed for maintenance');

/**
 * Lets only calls to providers of these dialects through to the routes of this scope (`:code` in their path),
 * and none during a provider's maintenance. Runs after the signature check where there is one.
 */
export function requireOpenProvider(
  app: App,
  { providers, players }: { readonly providers: Providers; readonly players: Players },
  dialects: readonly Dialect[],
): void {
  app.addHook<{ Params: { code?: string } }>('preValidation', async ({ params }) => {
    const { code } = providers.speaking(params.code ?? '', dialects);
    if (players.inMaintenance(code)) throw maintenanceError();
  });
}
