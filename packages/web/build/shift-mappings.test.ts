import { decode, encode } from '@jridgewell/sourcemap-codec';
import { expect, it } from 'vitest';
import { shiftMappings } from './shift-mappings.ts';

it('moves what stands after the piece on its line, and nothing else', () => {
  const before = 'a\nimport x;b;c\nd';
  const after = 'a\nconst x=1;b;c\nd';
  const mappings = encode([
    [[0, 0, 0, 0]],
    [
      [0, 0, 1, 0],
      [9, 0, 2, 0],
      [11, 0, 3, 0],
    ],
    [[0, 0, 4, 0]],
  ]);
  expect(decode(shiftMappings(mappings, before, after))).toEqual([
    [[0, 0, 0, 0]],
    [
      [0, 0, 1, 0],
      [10, 0, 2, 0],
      [12, 0, 3, 0],
    ],
    [[0, 0, 4, 0]],
  ]);
});

it('refuses a piece of several lines', () => {
  expect(() => shiftMappings('AAAA', 'import x;', 'const x =\n1;')).toThrow('one line');
});
