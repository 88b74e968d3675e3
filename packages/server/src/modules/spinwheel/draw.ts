import { createHash, createHmac, randomBytes } from 'node:crypto';

/**
 * Draws slices. The contract's `verify-draw` implements the same computation independently, so that players
 * can verify a draw.
 */

const SEED_BYTES = 32;
const DRAWN_BITS = 53n;

/** Generates an unpredictable seed. */
export const newSeed = (): Buffer => randomBytes(SEED_BYTES);

/**
 * Returns the hash of a seed that is published before the draw. It commits to the seed without revealing it.
 */
export const seedHash = (seed: Buffer): string => createHash('sha256').update(seed).digest('hex');

/**
 * Draws one of the weights.
 * @param clientSeed the player's part, chosen after the seed's hash was shown
 * @param nonce the number of draws this member has had
 * @returns its index
 */
export function drawSlice(
  seed: Buffer,
  clientSeed: string,
  nonce: number,
  weights: readonly number[],
): number {
  const mac = createHmac('sha256', seed).update(`${clientSeed}:${nonce}`).digest();
  return sliceAt(mac.readBigUInt64BE() >> (64n - DRAWN_BITS), weights);
}

/**
 * Returns the slice that a number of 53 random bits falls into. The computation uses integers only: of the
 * 2^53 numbers, each slice gets its exact share to within one.
 * @throws Error when no weight is above 0
 */
export function sliceAt(number: bigint, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  let ticket = (number * total) >> DRAWN_BITS;
  for (const [index, weight] of weights.entries()) {
    ticket -= BigInt(weight);
    if (ticket < 0n) return index;
  }
  throw new Error('a wheel without weights cannot be drawn from');
}
