import { expect, it } from 'vitest';
import { fuzz } from './fuzz/fuzz.ts';
import { seedOf } from './support/dice.ts';
import { inWhole } from './support/forms.ts';

const title = 'requests driven by the contract’s schemas are answered, and move nothing that is not told';

async function expectNoProblem(count: number): Promise<void> {
  const { problems, figures } = await fuzz({
    seed: seedOf(20_260),
    count,
    atOnce: 48,
    progress: () => undefined,
  });
  expect(problems).toEqual([]);
  // Most of the calls got at least one request that they accept.
  const reached = Number(/answered 200: (\d+)/.exec(figures.join('\n'))?.[1]);
  expect(reached).toBeGreaterThan(30);
}

it(`600 ${title}`, () => expectNoProblem(600));

/** Thousands more by `npm run tool -- chaos fuzz`. */
it(`3,000 ${title}`, inWhole, () => expectNoProblem(3_000));
