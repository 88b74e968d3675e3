/**
 * Returns details of a Playwright test that is one case of many: the short form of the test run has it where
 * `isShort`. Other tests of the whole form alone have `@whole` at the end of their title.
 */
export const inWholeUnless = (isShort: boolean): { tag?: string } => (isShort ? {} : { tag: '@whole' });

/**
 * Returns the cases in two groups, each for one test: those of the short form, by name, and the others.
 * @throws Error when a name of the short form is no case's: the short form would shrink without a word
 */
export function inTwoForms<Case>(
  cases: readonly Case[],
  nameOf: (one: Case) => string,
  short: readonly string[],
): { cases: Case[]; form: { tag?: string } }[] {
  const isKnown = new Set(cases.map(nameOf));
  const unknown = short.filter((name) => !isKnown.has(name));
  if (unknown.length > 0) throw new Error(`no such case in the short form: ${unknown.join(', ')}`);
  return [true, false].map((isShort) => ({
    cases: cases.filter((one) => short.includes(nameOf(one)) === isShort),
    form: inWholeUnless(isShort),
  }));
}

/** Options of a Vitest test or suite of the whole form alone. */
export const inWhole = { tags: ['whole'] };
