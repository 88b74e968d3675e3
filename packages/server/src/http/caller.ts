import { isIP } from 'node:net';
import { DEVICE_HEADER } from '@krapao/contract/limits';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../kernel/trust-proxy.ts';

/** Where a request is from, as far as that can be told. */
export interface Caller {
  /** What requests of one address are counted under. */
  address: string;
  /** The random id that the browser gave itself; undefined from clients that give none. */
  device: string | undefined;
}

const DEVICE = /^[\w-]{22,64}$/;

export function callerOf(request: Pick<FastifyRequest, 'ip' | 'headers'>): Caller {
  const device = request.headers[DEVICE_HEADER];
  return {
    address: addressKey(request.ip),
    device: typeof device === 'string' && DEVICE.test(device) ? device : undefined,
  };
}

/**
 * What an address is counted under: an IPv4 address by itself, an IPv6 address with its whole /64, which is what
 * one household or phone gets and changes its addresses within.
 */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = [], tail] = plain
    .replace(/%.*$/, '')
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  // An IPv4 address at the end is two groups.
  const width = (groups: readonly string[]): number => groups.length + (groups.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail ? Array<string>(8 - width(head) - width(tail)).fill('0') : [];
  const network = [...head, ...zeros, ...(tail ?? [])].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
