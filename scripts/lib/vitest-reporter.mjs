import { writeFileSync } from 'node:fs';

/**
 * A Vitest reporter. It writes what `readVitest` of `test-reports.mjs` reads, into the file that `VITEST_REPORT_FILE`
 * names. Vitest's own JSON report does not tell a failed hook from a skipped test.
 */
export default class VitestReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string, stack?: string }[]} unhandled errors outside any test
   */
  onTestRunEnd(modules, unhandled) {
    const report = {
      tests: modules.flatMap((module) => [...module.children.allTests()].map(describeTest)),
      groups: modules.flatMap((module) =>
        [module, ...module.children.allSuites()].flatMap((group) => describeGroup(module, group)),
      ),
      errors: unhandled.map(({ stack, message }) => stack ?? message ?? ''),
    };
    writeFileSync(process.env.VITEST_REPORT_FILE ?? '', JSON.stringify(report));
  }
}

/** @returns {import('./test-reports.mjs').VitestTest} */
function describeTest(/** @type {import('vitest/node').TestCase} */ test) {
  const { state, errors } = test.result();
  return { ...placeOf(test.module), name: nameOf(test), state, tags: test.tags, error: textOf(errors) };
}

/**
 * @param {import('vitest/node').TestModule} module
 * @param {import('vitest/node').TestModule | import('vitest/node').TestSuite} group
 * @returns {import('./test-reports.mjs').VitestGroup[]} none unless a hook or the file itself failed
 */
function describeGroup(module, group) {
  const errors = group.errors();
  if (errors.length === 0) return [];
  return [{ ...placeOf(module), name: group.type === 'suite' ? nameOf(group) : '', error: textOf(errors) }];
}

const placeOf = (/** @type {import('vitest/node').TestModule} */ { moduleId, project }) => ({
  file: moduleId,
  project: project.name,
});

/** Returns the name with those of its groups, as `--testNamePattern` compares it. */
function nameOf(/** @type {import('vitest/node').TestCase | import('vitest/node').TestSuite} */ test) {
  const names = [test.name];
  for (let { parent } = test; parent.type === 'suite'; { parent } = parent) names.unshift(parent.name);
  return names.join(' ');
}

const textOf = (/** @type {readonly { message?: string, stack?: string }[] | undefined} */ errors = []) =>
  errors.map(({ stack, message }) => stack ?? message ?? '').join('\n');
