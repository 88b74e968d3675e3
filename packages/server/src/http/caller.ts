import { isIP } from 'node:net';
import { DEVICE_HEADER, DEVICE_MARK_HEADER } from '@krapao/contract/limits';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../domain/caller.ts';
import { plainAddress } from '../kernel/trust-proxy.ts';

const DEVICE = /^[\w-]{22,64}$/;
const MARK = /^[\w-]{32}$/;

/** Number of 16-bit groups of a household's or phone's prefix, and of a carrier customer's. */
const HOUSEHOLD_GROUPS = 4;
const NETWORK_GROUPS = 3;

export function callerOf(request: Pick<FastifyRequest, 'ip' | 'headers'>): Caller {
  return {
    address: addressKey(request.ip),
    network: networkKey(request.ip),
    device: headerOf(request, DEVICE_HEADER, DEVICE),
    mark: headerOf(request, DEVICE_MARK_HEADER, MARK),
  };
}

function headerOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: string,
  shape: RegExp,
): string | undefined {
  const given = headers[name];
  return typeof given === 'string' && shape.test(given) ? given : undefined;
}

/**
 * Returns the key of an address: an IPv4 address itself, or the /64 of an IPv6 address. One household or
 * phone gets a /64 and changes its addresses within it.
 */
export const addressKey = (address: string): string =>
  prefixOf(address, HOUSEHOLD_GROUPS) ?? plainAddress(address);

/**
 * Returns the /48 of an IPv6 address, in which one customer may have thousands of /64s; undefined for IPv4.
 */
export const networkKey = (address: string): string | undefined => prefixOf(address, NETWORK_GROUPS);

/** Returns the first groups of an IPv6 address; undefined for any other. */
function prefixOf(address: string, count: number): string | undefined {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return undefined;
  const [head = [], tail] = plain
    .replace(/%.*$/, '')
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  // A trailing IPv4 address counts as two groups.
  const width = (groups: readonly string[]): number => groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail ? Array<string>(8 - width(head) - width(tail)).fill('0') : [];
  const network = [...head, ...zeros, ...(tail ?? [])].slice(0, count);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${16 * count}`;
}
