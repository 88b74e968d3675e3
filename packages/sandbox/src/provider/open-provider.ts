import { HttpError } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import type { Players } from './players.ts';
import { providerInfo, type Dialect, type ProviderInfo } from './providers.ts';

export const maintenanceError = (): HttpError =>
  new HttpError(503, 'maintenance', 'this provider is closed for maintenance');

/** @throws HttpError 404 `no_provider` when there is none, or when it speaks a dialect other than these. */
export function speakingProvider(code: string, dialects: readonly Dialect[]): ProviderInfo {
  const info = providerInfo(code);
  if (info && dialects.includes(info.dialect)) return info;
  throw new HttpError(404, 'no_provider', 'no such provider, or it is spoken to in another way');
}

/**
 * Lets only calls to providers of these dialects through to the routes of this scope (`:code` in their path),
 * and none during a provider's maintenance. Runs after the signature check where there is one.
 */
export function requireOpenProvider(app: App, players: Players, dialects: readonly Dialect[]): void {
  app.addHook<{ Params: { code?: string } }>('preValidation', async ({ params }) => {
    const { code } = speakingProvider(params.code ?? '', dialects);
    if (players.inMaintenance(code)) throw maintenanceError();
  });
}
