import type { Settings } from '../kernel/settings.ts';

/**
 * Clients of one service in this process. Parts with the same connection and credentials share a client, and so its
 * token.
 */
export class SharedClients<Client> {
  readonly #clients = new WeakMap<Settings, Map<string, Client>>();

  /** @param connection address and credentials: what makes two clients the same */
  of(settings: Settings, connection: readonly string[], create: () => Client): Client {
    const own = this.#clients.get(settings) ?? new Map<string, Client>();
    this.#clients.set(settings, own);
    const key = JSON.stringify(connection);
    const client = own.get(key) ?? create();
    own.set(key, client);
    return client;
  }
}
