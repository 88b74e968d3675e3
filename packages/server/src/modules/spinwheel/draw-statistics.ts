/** Tests whether draws follow their weights. */

/** Standard deviations that one in a thousand exceeds, on one side. */
const ONE_IN_A_THOUSAND = 3.090_232;

/** Counts how often each slice was drawn. @param draw gives the slice of the draw with that number */
export function tally(count: number, weights: readonly number[], draw: (nonce: number) => number): number[] {
  const drawn = weights.map(() => 0);
  for (let nonce = 0; nonce < count; nonce += 1) {
    const slice = draw(nonce);
    drawn[slice] = (drawn[slice] ?? 0) + 1;
  }
  return drawn;
}

/** Returns the expected number of draws of each slice. */
export function expectedDraws(count: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (count * weight) / total);
}

/** Computes Pearson's chi-square. It is infinite when a slice without weight was drawn. */
export function chiSquare(drawn: readonly number[], weights: readonly number[]): number {
  const expected = expectedDraws(
    drawn.reduce((sum, times) => sum + times, 0),
    weights,
  );
  return drawn.reduce((sum, times, index) => {
    const due = expected[index] ?? 0;
    if (due === 0) return times === 0 ? sum : Infinity;
    return sum + (times - due) ** 2 / due;
  }, 0);
}

/**
 * Returns the bound that chi-square exceeds in one of a thousand runs of a correct generator (Wilson and
 * Hilferty's approximation).
 * @param freedom degrees of freedom: the slices with a weight, less one
 */
export function chiSquareBound(freedom: number): number {
  const spread = 2 / (9 * freedom);
  return freedom * (1 - spread + ONE_IN_A_THOUSAND * Math.sqrt(spread)) ** 3;
}
