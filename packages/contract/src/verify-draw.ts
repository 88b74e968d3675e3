import type { z } from 'zod';
import type { draw } from './spinwheel.ts';

/**
 * Recomputes a draw of the wheel from its published values, using only the platform's WebCrypto and no server
 * code.
 */

export type Draw = z.output<typeof draw>;

/** Result of a recomputed draw. */
export interface Recomputed {
  /** SHA-256 of the revealed seed, hex. */
  seedHash: string;
  /** HMAC-SHA-256 of `clientSeed:nonce` under the seed, hex. */
  mac: string;
  /** The first 53 bits of the MAC, below 2^53. */
  number: number;
  /**
   * Position of the number on the line of all weights; each slice owns its own part of the line, in order.
   */
  ticket: number;
  /** Position of the slice in `weights`. */
  index: number;
}

/** Result of verifying a draw against its promises. */
export interface Verification extends Recomputed {
  /** The revealed seed has the hash that was shown before. */
  isSeedKept: boolean;
  /** The seed leads to the slice that was announced. */
  isSliceRight: boolean;
}

/**
 * Verifies a draw.
 * @param shownHash hash shown to the player before the draw; left out, the hash in the draw itself
 * @throws Error when a seed is not hex text, or no slice has a weight
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
  // The product can exceed 2^53, so it is computed in bigint.
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
