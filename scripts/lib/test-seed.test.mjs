import { expect, it } from 'vitest';
import { testSeed } from './test-seed.mjs';

it('the seed of a run is fixed, and TEST_SEED sets another', () => {
  expect(testSeed({})).toBe(testSeed({ TEST_SEED: '' }));
  expect(testSeed({ TEST_SEED: '5' })).toBe(5);
  for (const wrong of ['x', '-1', '1.5', '2147483648']) {
    expect(() => testSeed({ TEST_SEED: wrong })).toThrow(/^TEST_SEED: /);
  }
});
