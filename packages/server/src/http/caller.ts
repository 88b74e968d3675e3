import { isIP } from 'node:net';
import { DEVICE_HEADER, DEVICE_MARK_HEADER } from '@krapao/contract/limits';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../kernel/trust-proxy.ts';

/** Where a request is from, as far as that can be told. */
export interface Caller {
  /** What requests of one address are counted under. */
  address: string;
  /** The IPv6 /48 that the address is in; undefined for IPv4. */
  network?: string | undefined;
  /** The random id that the browser gave itself; undefined from clients that give none. */
  device: string | undefined;
  /** What the browser says is its mark, unchecked. See {@link DeviceMarks}. */
  mark?: string | undefined;
}

const DEVICE = /^[\w-]{22,64}$/;
const MARK = /^[\w-]{32}$/;

/** Groups of 16 bits that one household or phone gets, and that one customer of a carrier may get. */
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
 * What an address is counted under: an IPv4 address by itself, an IPv6 address with its whole /64, which is what
 * one household or phone gets and changes its addresses within.
 */
export const addressKey = (address: string): string =>
  prefixOf(address, HOUSEHOLD_GROUPS) ?? plainAddress(address);

/** The /48 of an IPv6 address, within which one customer may have thousands of /64s; undefined for IPv4. */
export const networkKey = (address: string): string | undefined => prefixOf(address, NETWORK_GROUPS);

/** The first groups of an IPv6 address; undefined for any other. */
function prefixOf(address: string, count: number): string | undefined {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return undefined;
  const [head = [], tail] = plain
    .replace(/%.*$/, '')
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  // An IPv4 address at the end is two groups.
  const width = (groups: readonly string[]): number => groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail ? Array<string>(8 - width(head) - width(tail)).fill('0') : [];
  const network = [...head, ...zeros, ...(tail ?? [])].slice(0, count);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${16 * count}`;
}
