import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './process.mjs';
import { describeFailures, lookAgain, outcomeOf, runManyTimes } from './second-look.mjs';

/** @returns {import('./test-reports.mjs').Failure} */
const failureOf = (/** @type {string} */ name, more = {}) => ({
  runner: 'vitest',
  project: 'server',
  file: join(root, 'a.test.ts'),
  name,
  isGroup: false,
  passed: 0,
  error: `first error of ${name}`,
  ...more,
});
const passes = async () => ({ passed: 1, error: '' });
const fails = async () => ({ passed: 0, error: 'again' });

describe('a second look at failures', () => {
  it('calls a test flaky that passes by itself, and counts it as passed', async () => {
    const looked = await lookAgain([failureOf('x')], passes);
    expect(looked).toEqual({ passed: 1, flaky: [failureOf('x')], failed: [] });
    expect(describeFailures(looked)).toBe('flaky: a.test.ts › x\n  first error of x\n');
  });

  it('leaves a test failed that fails again', async () => {
    const looked = await lookAgain([failureOf('x')], fails);
    expect(looked).toEqual({ passed: 0, flaky: [], failed: [failureOf('x')] });
    expect(describeFailures(looked)).toBe('failed: a.test.ts › x\n  first error of x\n');
  });

  it('runs the tests one after the other', async () => {
    let running = 0;
    await lookAgain([failureOf('x'), failureOf('y')], async () => {
      expect((running += 1)).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
      return { passed: 1, error: '' };
    });
  });

  it('counts no test of a group twice that had passed before its hook failed', async () => {
    const group = failureOf('g', { isGroup: true, passed: 3 });
    expect(await lookAgain([group], async () => ({ passed: 5, error: '' }))).toMatchObject({ passed: 2 });
  });

  it('takes thirty failures, and leaves all failed of one more', async () => {
    const thirty = Array.from({ length: 30 }, (_, no) => failureOf(`x${no}`));
    expect((await lookAgain(thirty, passes)).flaky).toHaveLength(30);
    const more = [...thirty, failureOf('one more')];
    expect(await lookAgain(more, passes)).toEqual({ passed: 0, flaky: [], failed: more });
  });
});

it('a flaky test runs twenty times, and fails by one failure', async () => {
  let run = 0;
  const { output, passed, failed } = await runManyTimes([failureOf('x')], () =>
    (run += 1) === 20 ? fails() : passes(),
  );
  expect({ output, passed, failed }).toEqual({
    output: 'passed 19 of 20: a.test.ts › x\n  again\n',
    passed: 0,
    failed: 1,
  });
  expect((await runManyTimes([failureOf('x')], passes)).passed).toBe(1);
});

describe('a run of a test by itself', () => {
  const report = (more = {}) => ({
    ok: false,
    report: { passed: 1, failures: [], errors: [], form: { wholeOnly: 0, filesInShort: [] }, ...more },
  });

  it('has passed when a test ran and nothing failed', () => {
    expect(outcomeOf({ ...report(), ok: true })).toEqual({ passed: 1, error: '' });
  });

  it.each([
    ['it fails without a message', report({ failures: [failureOf('x', { error: '' })] })],
    ['an error outside any test has no message', report({ errors: [''] })],
    ['no test ran', { ...report({ passed: 0 }), ok: true }],
    ['the runner fails, whatever its report says', report()],
    ['the runner leaves no report', { ok: true, report: undefined }],
  ])('has failed when %s', (_case, ended) => {
    expect(outcomeOf(ended).error).not.toBe('');
  });

  it('tells the first error', () => {
    const failures = [failureOf('x'), failureOf('y')];
    expect(outcomeOf(report({ failures }))).toEqual({ passed: 1, error: 'first error of x' });
  });
});
