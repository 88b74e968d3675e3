import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns whether an IP address is one of the public internet. */
const isPublic = (address: string): boolean => ipaddr.parse(address).range() === 'unicast';

/**
 * Resolves a name for a connection, and fails where any of its addresses is not public. The connection is made to the
 * address that was checked.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error('no address'), '', 4);
    if (!addresses.every(({ address }) => isPublic(address))) {
      return callback(new Error('not a public address'), '', 4);
    }
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
