const SEED = 20_261_127;
const MOST = 2 ** 31 - 1;

/**
 * Returns the seed of the property tests, the same in every run unless `TEST_SEED` sets another. Tests of the browser's
 * code load this too, so it imports nothing of Node.
 * @throws {RangeError} naming the setting
 */
export function testSeed(/** @type {NodeJS.ProcessEnv} */ env = process.env) {
  const seed = Number(env.TEST_SEED || SEED);
  if (Number.isInteger(seed) && seed >= 0 && seed <= MOST) return seed;
  throw new RangeError(`TEST_SEED: must be a whole number from 0 to ${MOST}`);
}
