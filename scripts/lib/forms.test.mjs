import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkForms, formOf, programTests } from './forms.mjs';
import { root } from './process.mjs';

describe('the forms of a run', () => {
  it('are read from the tags of its tests', () => {
    const tests = [
      { file: '/a.test.ts', tags: [] },
      { file: '/a.test.ts', tags: ['whole'] },
      { file: '/b.spec.ts', tags: ['@whole'] },
      { file: '/c.test.ts', tags: [] },
    ];
    expect(formOf(tests)).toEqual({ wholeOnly: 2, filesInShort: ['/a.test.ts', '/c.test.ts'] });
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
