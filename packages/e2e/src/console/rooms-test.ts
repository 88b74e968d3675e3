import { Counterparties } from '../support/counterparties.ts';
import { consoleUrlOf, test } from './console-test.ts';
import { seedRooms, type Seed } from './seed.ts';

/**
 * Returns Playwright's test with a console whose rooms are filled. Each call makes a system of its own, so that what
 * the tests of one file change is not met by those of another.
 */
export const testOfRooms = () =>
  test.extend<object, { seed: Seed }>({
    seed: [
      async ({ stack }, use) => {
        await use(await seedRooms(stack, new Counterparties(stack.sandbox.url), consoleUrlOf(stack)));
      },
      { scope: 'worker', timeout: 90_000 },
    ],
  });
