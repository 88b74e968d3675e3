import type { z } from 'zod';
import type { draw } from './spinwheel.ts';

/**
 * Recomputes a draw of the wheel from what was published about it, with nothing but the platform's WebCrypto:
 * no code of the server's has a part in it.
 */

export type Draw = z.output<typeof draw>;

/** What the draw comes to when anybody computes it. */
export interface Recomputed {
  /** SHA-256 of the revealed seed, hex. */
  seedHash: string;
  /** HMAC-SHA-256 of `clientSeed:nonce` under the seed, hex. */
  mac: string;
  /** The first 53 bits of it, below 2^53. */
  number: number;
  /** Where that lies on the line of all weights, of which each slice has its own part, in order. */
  ticket: number;
  /** Position of the slice in `weights`. */
  index: number;
}

/** What of a draw is as it was promised, and what is not. */
export interface Verification extends Recomputed {
  /** The revealed seed is the one whose hash was shown before. */
  isSeedKept: boolean;
  /** The seed leads to the slice that was announced. */
  isSliceRight: boolean;
}

/**
 * @param shownHash what the player was shown before the draw; left out, what the draw itself says it was
 * @throws Error when a seed is no hex text, or there is no slice with a weight
 */
export async function verifyDraw(drawn: Draw, shownHash = drawn.seedHash): Promise<Verification> {
  const recomputed = await recompute(drawn);
  const slice = drawn.weights[recomputed.index];
  return {
    ...recomputed,
    isSeedKept: recomputed.seedHash === drawn.seedHash && recomputed.seedHash === shownHash,
    isSliceRight: slice?.code === drawn.code && slice.label === drawn.label,
  };
}

async function recompute({ serverSeed, clientSeed, nonce, weights }: Draw): Promise<Recomputed> {
  const { subtle } = globalThis.crypto;
  const seed = bytesOf(serverSeed);
  const key = await subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const message = new TextEncoder().encode(`${clientSeed}:${nonce}`);
  const [seedHash, mac] = await Promise.all([
    subtle.digest('SHA-256', seed).then(hexOf),
    subtle.sign('HMAC', key, message).then(hexOf),
  ]);
  // 53 bits are 13 hex digits and one bit: exact in a number, as is every whole number below 2^53.
  const number = parseInt(mac.slice(0, 13), 16) * 2 + (parseInt(mac.slice(13, 14), 16) >> 3);
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  if (total <= 0) throw new Error('no slice has a weight');
  // The product can be more than 2^53, so it is not left to floating point.
  const ticket = Number((BigInt(number) * BigInt(total)) / 2n ** 53n);
  return { seedHash, mac, number, ticket, index: sliceOf(ticket, weights) };
}

function sliceOf(ticket: number, weights: readonly { weight: number }[]): number {
  let end = 0;
  return weights.findIndex(({ weight }) => (end += weight) > ticket);
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[\da-f]{2})+$/.test(hex)) throw new Error('the seed is no hex text');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
