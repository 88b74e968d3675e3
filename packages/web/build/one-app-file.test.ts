import { expect, it } from 'vitest';
import { withHelpers } from './one-app-file.ts';

const helpers = {
  fileName: 'assets/rolldown-runtime-x.js',
  code: 'var e=1,o=()=>e+1;export{o as t,e as n};',
};

it('defines in the app what it takes from the helpers', () => {
  const code = withHelpers(
    'import{t as a,n}from"./rolldown-runtime-x.js";globalThis.found=[a(),n];',
    helpers,
  );
  expect(code).not.toContain('import');
  // oxlint-disable-next-line typescript/no-implied-eval -- the test is that the code runs
  new Function(code)();
  expect((globalThis as unknown as { found: number[] }).found).toEqual([2, 1]);
});

it('refuses a bundle that is written otherwise', () => {
  expect(() => withHelpers('import*as a from"./rolldown-runtime-x.js";', helpers)).toThrow(
    'rolldown-runtime-x',
  );
});
