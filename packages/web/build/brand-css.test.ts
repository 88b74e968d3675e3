import { expect, it } from 'vitest';
import { cssOf } from './brand-css.ts';
import { OWN_ACCENT, OWN_PRIMARY } from './brand.ts';

it('adds nothing for the built-in colours', () => {
  expect(cssOf({ primary: OWN_PRIMARY, accent: '' })).toBe('');
  expect(cssOf({ primary: OWN_PRIMARY, accent: OWN_ACCENT })).toBe('');
});

it('puts an operator’s colours, and what follows from them, over the built-in ones', () => {
  const css = cssOf({ primary: '#006644', accent: '#ff8800' });
  expect(css).toMatch(/^:root \{\n {2}--brand: #006644;\n/);
  expect(css).toContain('--brand-fill-night: ');
  expect(css).toContain('--accent-day: ');
  expect(cssOf({ primary: OWN_PRIMARY, accent: '#ff8800' })).not.toContain('--brand');
});
