import { ScbClient } from '../adapters/scb/client.ts';
import type { Create } from './named-service.ts';
import { SharedClients } from './shared-clients.ts';

/** What the parts of SCB need: they share a token where they have the same keys. */
export const SCB = {
  url: 'https://api.partners.scb/partners',
  settings: [{ name: 'KEY' }, { name: 'SECRET' }],
} as const;

const clients = new SharedClients<ScbClient>();

/** Returns the client of the part's keys. */
export const scbClient: Create<ScbClient> = (connection, told, { settings }) => {
  const keys = { applicationKey: told('KEY'), applicationSecret: told('SECRET') };
  return clients.of(
    settings,
    [connection.baseUrl, keys.applicationKey, keys.applicationSecret],
    () => new ScbClient({ ...connection, ...keys }),
  );
};
