import { describeError } from './process.mjs';

/** @typedef {import('./test-reports.mjs').Failure} Failure */

/**
 * Result of a stage. `output` is printed when it failed; `tests` are counts of single tests, for a test runner, of
 * which `failures` can be run again, and `form` says which of them are in the short form.
 * @typedef {{ ok: boolean, output?: string, tests?: { passed: number, failed: number }, failures?: Failure[],
 *   form?: import('./forms.mjs').FormReport }} StageResult
 */

/**
 * The sums of a run. `failures` are still to be run again; `wholeOnly` counts its tests that the short form leaves out.
 * @type {{ passed: number, failed: number, failures: Failure[], wholeOnly: number }}
 */
export const totals = { passed: 0, failed: 0, failures: [], wholeOnly: 0 };

/**
 * Runs one stage, reports its result and duration, and adds it to the totals: its failed tests one by one, or
 * one failure for a stage that failed in any other way.
 * @param {string} name
 * @param {() => Promise<StageResult>} work an error it throws is a failure of the stage
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function stage(name, work) {
  const startedAt = performance.now();
  const result = await work().catch(asFailure);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const {
    ok,
    output = '',
    tests = { passed: 0, failed: 0 },
    failures = [],
    form = { wholeOnly: 0 },
  } = result;
  totals.passed += tests.passed;
  totals.failed += ok ? 0 : Math.max(1, tests.failed) - failures.length;
  totals.failures.push(...failures);
  totals.wholeOnly += form.wholeOnly;
  const said = ok || output === '' ? '' : `${output.trimEnd()}\n`;
  process.stdout.write(`${said}${ok ? 'ok    ' : 'FAILED'}  ${name}  ${seconds} s\n`);
  return ok;
}

/** @returns {StageResult} */
function asFailure(/** @type {unknown} */ error) {
  return { ok: false, output: describeError(error) };
}
