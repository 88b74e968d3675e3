import { createHash, createHmac, randomBytes } from 'node:crypto';

/** How slices are drawn. The contract's `verify-draw` computes the same by other means, for whoever doubts it. */

const SEED_BYTES = 32;
const DRAWN_BITS = 53n;

/** A seed that nobody can guess. */
export const newSeed = (): Buffer => randomBytes(SEED_BYTES);

/** What is shown of a seed before it is used: it binds us to the seed and tells nothing of it. */
export const seedHash = (seed: Buffer): string => createHash('sha256').update(seed).digest('hex');

/**
 * Draws one of the weights.
 * @param clientSeed the player's part, chosen after the seed's hash was shown
 * @param nonce how many draws this member has had
 * @returns its position
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
 * The slice that a number of 53 random bits falls into. Whole numbers throughout: of the 2^53 numbers, each
 * slice gets its exact share to within one.
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
