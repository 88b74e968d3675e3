/**
 * Returns details of a Playwright test that is one case of many: the short form of the test run has it where
 * `isShort`. Other tests of the whole form alone have `@whole` at the end of their title.
 */
export const inWholeUnless = (isShort: boolean): { tag?: string } => (isShort ? {} : { tag: '@whole' });

/** Options of a Vitest test or suite of the whole form alone. */
export const inWhole = { tags: ['whole'] };
