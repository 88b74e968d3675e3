import { describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './test-reports.mjs';

describe('a report of Vitest', () => {
  const place = { file: '/a.test.ts', project: 'server' };
  const test = (/** @type {string} */ name, /** @type {string} */ state, error = '') => ({
    ...place,
    name,
    state,
    error,
    tags: [],
  });

  it('counts what passed, and names what failed or was cut off', () => {
    const tests = [
      test('g passes', 'passed'),
      test('g fails', 'failed', 'why'),
      test('g hangs', 'pending'),
      test('g is left out', 'skipped'),
    ];
    const { passed, failures, errors } = readVitest({ tests, groups: [], errors: ['outside'] });
    expect({ passed, errors }).toEqual({ passed: 1, errors: ['outside'] });
    expect(failures).toMatchObject([
      { ...place, runner: 'vitest', name: 'g fails', isGroup: false, error: 'why' },
      { ...place, runner: 'vitest', name: 'g hangs', isGroup: false, error: 'did not end' },
    ]);
  });

  it('names a group with a failed hook in place of its tests', () => {
    const tests = [
      test('g passes', 'passed'),
      test('g fails', 'failed', 'why'),
      test('gg fails', 'failed', 'other'),
      test('g inner is skipped', 'skipped'),
    ];
    const groups = [
      { ...place, name: 'g', error: 'hook' },
      { ...place, name: 'g inner', error: 'inner hook' },
    ];
    expect(readVitest({ tests, groups, errors: [] }).failures).toMatchObject([
      { name: 'g', isGroup: true, passed: 1, error: 'hook' },
      { name: 'gg fails', isGroup: false },
    ]);
  });

  it('names a file that cannot be loaded', () => {
    const groups = [{ ...place, name: '', error: 'SyntaxError' }];
    expect(readVitest({ tests: [], groups, errors: [] }).failures).toMatchObject([
      { ...place, name: '', isGroup: true },
    ]);
  });
});

describe('a report of Playwright', () => {
  const spec = (
    /** @type {string} */ title,
    /** @type {string} */ status,
    { expectedStatus = 'passed', errors = /** @type {{ message: string }[]} */ ([]) } = {},
  ) => ({
    title,
    file: 'a.spec.ts',
    tags: ['whole'],
    tests: [{ status, expectedStatus, projectName: '', results: [{ errors }] }],
  });

  it('counts what passed, and names what failed or did not run, groups included', () => {
    const report = {
      config: { rootDir: '/src' },
      errors: [{ message: 'outside' }],
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('passes', 'expected'), spec('is skipped', 'skipped', { expectedStatus: 'skipped' })],
          suites: [
            {
              title: 'g',
              specs: [
                spec('fails', 'unexpected', { errors: [{ message: 'why' }] }),
                spec('is cut', 'skipped'),
              ],
            },
          ],
        },
      ],
    };
    const { passed, failures, errors, form } = readPlaywright(report);
    expect({ passed, errors, form }).toEqual({
      passed: 1,
      errors: ['outside'],
      form: { wholeOnly: 4, filesInShort: [] },
    });
    expect(failures).toMatchObject([
      { runner: 'playwright', file: '/src/a.spec.ts', name: 'g fails', error: 'why' },
      { runner: 'playwright', file: '/src/a.spec.ts', name: 'g is cut', error: 'did not run' },
    ]);
  });
});
