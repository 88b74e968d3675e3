import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkForms, formOfPlaywright, formOfVitest, programTests } from './forms.mjs';
import { root } from './process.mjs';

describe('the forms of a run', () => {
  it('are read from the report of Vitest', () => {
    const report = {
      testResults: [
        { name: '/a.test.ts', assertionResults: [{ tags: [] }, { tags: ['whole'] }] },
        { name: '/b.test.ts', assertionResults: [{ tags: ['whole'] }] },
        { name: '/c.test.ts', assertionResults: [{}] },
      ],
    };
    expect(formOfVitest(report)).toEqual({ wholeOnly: 2, filesInShort: ['/a.test.ts', '/c.test.ts'] });
  });

  it('are read from the report of Playwright, groups included', () => {
    const report = {
      config: { rootDir: '/src' },
      suites: [
        { specs: [{ file: 'a.spec.ts', tags: ['whole'] }] },
        {
          suites: [{ specs: [{ file: 'b.spec.ts', tags: [] }] }],
          specs: [{ file: 'b.spec.ts', tags: ['@whole'] }],
        },
      ],
    };
    const b = join('/src', 'b.spec.ts');
    expect(formOfPlaywright(report)).toEqual({ wholeOnly: 2, filesInShort: [b] });
  });

  it('fail where a file has no test in the short form, and name it', () => {
    const [a, b] = ['a.spec.ts', 'b.spec.ts'].map((name) => join(root, name));
    expect(checkForms([a ?? '', b ?? ''], [b ?? ''])).toEqual({
      ok: false,
      output: 'no test in the short form: a.spec.ts\n',
    });
    expect(checkForms([b ?? ''], [b ?? ''])).toEqual({ ok: true, output: '' });
  });

  it('know the files of both kinds', () => {
    expect(programTests('.spec.ts')).toContain(join(root, 'packages', 'e2e', 'src', 'home.spec.ts'));
    expect(programTests('.api.test.ts')).toContain(
      join(root, 'packages', 'e2e', 'src', 'faults', 'faults-short.api.test.ts'),
    );
  });
});
