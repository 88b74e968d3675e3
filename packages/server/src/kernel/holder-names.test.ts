import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareHolderNames, isSameHolderName } from './holder-names.ts';

interface Pair {
  shown: string;
  known: string;
  match: string;
}

/** Replaces `\uXXXX`, which the table uses for invisible characters. */
const visibly = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Reads the table of pairs and expected results from the documentation. */
function documentedPairs(): Pair[] {
  const page = readFileSync(new URL('../../../../docs/names.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^\| +\d+ +\| `(.+?)` +\| `(.+?)` +\| (\w+) +\|/gm)].map(
    ([, shown = '', known = '', match = '']) => ({ shown: visibly(shown), known: visibly(known), match }),
  );
}

describe('names of account holders', () => {
  const pairs = documentedPairs();

  it('are documented by sixty pairs', () => {
    expect(pairs).toHaveLength(60);
  });

  it.each(pairs)('$shown shown, $known known: $match', ({ shown, known, match }) => {
    expect(compareHolderNames(shown, known)).toBe(match);
  });

  /** Letters that no title begins with. */
  const LETTERS = {
    Latin: 'ABCEFGHIJLNOPQRSTUVW',
    Thai: 'กขงจชซตทปพมยรลวส',
    Lao: 'ກຂຄງຈຊດຕບປພມຢລວສຫ',
  } as const;
  const TITLES = {
    Latin: ['', 'MR ', 'MRS. ', 'Miss ', 'ms.'],
    Thai: ['', 'นาย ', 'นางสาว', 'น.ส. ', 'ด.ช.'],
    Lao: ['', 'ທ້າວ ', 'ນາງ'],
  } as const;
  const word = (letters: string) =>
    fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 2, maxLength: 12 });
  const person = fc.constantFrom('Latin' as const, 'Thai' as const, 'Lao' as const).chain((script) =>
    fc.record({
      script: fc.constant(script),
      title: fc.constantFrom(...TITLES[script]),
      first: word(LETTERS[script]),
      last: word(LETTERS[script]),
    }),
  );

  it('are the same however they are titled, spaced, cut or hidden after the first letter of the last name', () => {
    fc.assert(
      fc.property(
        person,
        fc.nat(),
        fc.constantFrom('', '***', '.'),
        fc.constantFrom(' ', '  ', '\u00a0', ' \u200b'),
        ({ title, first, last }, cutAt, sign, blank) => {
          const shown = `${title}${first}${blank}${last.slice(0, 1 + (cutAt % last.length))}${sign}`;
          expect(compareHolderNames(shown, `${first} ${last}`)).toBe('same');
        },
      ),
    );
  });

  it('are never the same without the whole first name and a beginning of the last', () => {
    fc.assert(
      fc.property(person, fc.nat(), ({ title, first, last }, cutAt) => {
        const known = `${first} ${last}`;
        const cut = first.slice(0, 1 + (cutAt % (first.length - 1)));
        expect(compareHolderNames(`${title}${first}`, known)).not.toBe('same');
        expect(compareHolderNames(`${title}${cut}*** ${last}`, known)).not.toBe('same');
        if (cut !== first) expect(compareHolderNames(`${cut} ${last}`, known)).not.toBe('same');
      }),
    );
  });

  it('of two people are never the same, and those in two scripts never ruled out', () => {
    fc.assert(
      fc.property(person, person, (one, other) => {
        const match = compareHolderNames(`${one.first} ${one.last}`, `${other.first} ${other.last}`);
        if (one.script !== other.script) expect(match).toBe('unsure');
        else if (match === 'same')
          expect(`${other.first}${other.last}`.endsWith(one.last) || other.last.startsWith(one.last)).toBe(
            true,
          );
      }),
    );
  });

  it('take any text at all, quickly', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.string({ unit: 'binary' }),
        (one, other) => {
          expect(['same', 'different', 'unsure']).toContain(compareHolderNames(one, other));
        },
      ),
    );
    expect(compareHolderNames(`A ${'A*'.repeat(5_000)}B`, `A ${'A'.repeat(10_000)}`)).not.toBe('same');
  });
});

describe('isSameHolderName', () => {
  it.each([
    ['บจก. กระเป๋า', 'บจก.กระเป๋า', true],
    ['บริษัท กระเป๋า', 'บจก. กระเป๋า', true],
    ['KRAPAO CO., LTD.', 'Krapao Co Ltd', true],
    ['บจก. กระเ***', 'บจก. กระเป๋า', false],
    ['บจก. กระเป', 'บจก. กระเป๋า', false],
    ['', '', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(isSameHolderName(one, other)).toBe(isSame);
  });
});
