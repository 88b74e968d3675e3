import { expect, it } from 'vitest';
import { fuzz } from './fuzz/fuzz.ts';

/** The short run; the long one is `npm run tool -- chaos fuzz`. */
it('requests driven by the contract’s schemas are answered, and move nothing that is not told', async () => {
  const { problems, figures } = await fuzz({
    seed: 20_260,
    count: 3_000,
    atOnce: 48,
    progress: () => undefined,
  });
  expect(problems).toEqual([]);
  // Most of the calls got at least one request that they accept.
  const reached = Number(/answered 200: (\d+)/.exec(figures.join('\n'))?.[1]);
  expect(reached).toBeGreaterThan(30);
});
