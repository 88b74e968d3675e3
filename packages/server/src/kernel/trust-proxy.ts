import { BlockList, isIP } from 'node:net';

/** Returns whether the proxy at an address is trusted to state the client's address. */
export type TrustProxy = (address: string, hop: number) => boolean;

const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

const MOST_HOPS = 10;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const WITH_PORT = /^(?:\[([\da-f:.]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/i;

/** Strips the port that a balancer may have added and unwraps an IPv4 address mapped to IPv6. */
export function plainAddress(address: string): string {
  const [, bracketed, dotted] = WITH_PORT.exec(address) ?? [];
  const bare = bracketed ?? dotted ?? address;
  return MAPPED.exec(bare)?.[1] ?? bare;
}

/**
 * Parses addresses, ranges (`10.1.0.0/16`) and the groups `loopback`, `linklocal` and `uniquelocal`, with commas.
 * @returns whether an address is among them; undefined if the text is invalid
 */
export function parseRanges(text: string): ((address: string) => boolean) | undefined {
  const ranges = new BlockList();
  for (const entry of text.split(',')) {
    for (const range of GROUPS.get(entry.trim()) ?? [entry.trim()]) {
      if (!addRange(ranges, range)) return undefined;
    }
  }
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && ranges.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * Parses the trusted proxies: `off`, a number of hops, or addresses, ranges (`10.1.0.0/16`) and the groups
 * `loopback`, `linklocal` and `uniquelocal`, with commas. Undefined if it is none of these.
 */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'off') return () => false;
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MOST_HOPS ? (_address, hop) => hop < hops : undefined;
  }
  return parseRanges(text);
}

/** Like {@link parseTrustProxy}. @throws RangeError if the text is invalid */
export function trustProxyOf(text: string): TrustProxy {
  const trust = parseTrustProxy(text);
  if (!trust) throw new RangeError(`${text} names no proxies`);
  return trust;
}

function addRange(list: BlockList, range: string): boolean {
  const [address = '', prefix, ...rest] = range.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (version === 0 || rest.length > 0 || !(length <= bits)) return false;
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  return true;
}

/**
 * Returns the client address of a request: the nearest untrusted address in the chain of proxies, or the
 * farthest one if all are trusted.
 * @param forwardedFor the header `X-Forwarded-For`, the nearest proxy's entry last
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | string[] | undefined,
  trust: TrustProxy,
): string {
  const said = [forwardedFor ?? []].flat().join(',').split(',');
  const chain = [
    peer,
    ...said
      .map((entry) => plainAddress(entry.trim()))
      .filter(Boolean)
      .toReversed(),
  ];
  const first = chain.findIndex((address, hop) => !trust(address, hop));
  return chain[first === -1 ? chain.length - 1 : first] ?? peer;
}
