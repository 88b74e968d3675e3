import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parts } from './parts.ts';

it('the help describes every part, in the order of the table', () => {
  const described = JSON.parse(readFileSync(new URL('../parts.json', import.meta.url), 'utf8')) as {
    name: string;
    about: string;
  }[];
  expect(described.map(({ name }) => name)).toEqual(parts.map(({ name }) => name));
  for (const { about } of described) expect(about).not.toBe('');
});
