import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

describe('names', () => {
  it.each([
    ['สมหญิง รักเกม', 'สมหญิง รักเกม'],
    ['ກຳລັງ  ໃຈ', 'ກຳລັງ ໃຈ'],
    ['  Somchai\u00a0\u3000Jai ', 'Somchai Jai'],
    ['\u200b\u200b', ''],
    ['\u3164\u2800\u115f', ''],
    ['\u202egnp.exe\u202c', 'gnp.exe'],
    ['\u2066สม\u2069หญิง', 'สมหญิง'],
    ['ส\u200bม', 'สม'],
    ['e\u0301', 'é'],
    [`ก${'\u0e49'.repeat(50)}`, `ก${'\u0e49'.repeat(4)}`],
    [`Z${'\u0335'.repeat(50)}o`, `Z${'\u0335'.repeat(4)}o`],
    ['👨\u200d👩\u200d👧 ❤\ufe0f', '👨\u200d👩\u200d👧 ❤\ufe0f'],
    ['a\u200db\ufe0f', 'ab'],
    ['محمد', 'محمد'],
    ['O’Brien-Smith 2', 'O’Brien-Smith 2'],
    ['\ue000\u{e0041}', ''],
  ])('%j is kept as %j', (typed, kept) => {
    expect(visibleText(typed)).toBe(kept);
  });

  it('are the same when they are read again, and have nothing invisible', () => {
    const odd = fc.constantFrom(
      '\u200b',
      '\u202e',
      '\u0e49',
      '\u0301',
      ' ',
      '\u00a0',
      'ก',
      'a',
      '👩',
      '\u200d',
      '\ufe0f',
      '\u2800',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(odd).map((all) => all.join('')),
        ),
        (typed) => {
          const kept = visibleText(typed);
          expect(visibleText(kept)).toBe(kept);
          expect(kept).not.toMatch(/[\u200b\u2028-\u202e\u2060-\u2069\ufeff]/u);
          expect(kept).toBe(kept.trim());
        },
      ),
    );
  });
});
