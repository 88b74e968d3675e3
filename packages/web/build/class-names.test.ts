import { expect, it } from 'vitest';
import { servedClassName } from './class-names.ts';

it('is one name for a class of a file, whichever build asks', () => {
  const file = '/app/src/ui/button.module.css';
  expect(servedClassName('small', file)).toBe(servedClassName('small', `${file}?used`));
  expect(servedClassName('small', file)).not.toBe(servedClassName('small', '/app/src/ui/dialog.module.css'));
  expect(servedClassName('small', file)).not.toBe(servedClassName('large', file));
  expect(servedClassName('small', file)).toMatch(/^[a-z][\dA-Za-z]{5}$/);
});
