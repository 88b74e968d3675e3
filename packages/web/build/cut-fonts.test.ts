import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CUTS, lettersOf } from './cut-fonts.ts';

const css = readFileSync(join(import.meta.dirname, '../src/ui/fonts.css'), 'utf8');

it('ranges are every letter from the first to the last', () => {
  expect(lettersOf('41-43, E01')).toBe('ABCก');
});

describe.each(Object.entries(CUTS))('the face %s', (name, { range }) => {
  it('has every letter that the stylesheet fetches it for', () => {
    const rule = css.split('@font-face').find((one) => one.includes(`cut-fonts/${name}.woff2`)) ?? '';
    const fetched = (/unicode-range:([^;]*);/.exec(rule)?.[1] ?? '').trim().replaceAll('U+', '');
    const has = new Set(lettersOf(range));
    const lacks = Array.from(lettersOf(fetched.split(/,\s*/).join(', '))).filter(
      (letter) => !has.has(letter),
    );
    expect(fetched).not.toBe('');
    expect(lacks).toEqual([]);
  });
});
