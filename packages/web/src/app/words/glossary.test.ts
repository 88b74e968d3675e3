import { describe, expect, it } from 'vitest';
import glossary from '../../../../../docs/player-words.md?raw';

/** All texts that players read: the app's, the content's, and the sandbox's game sites'. */
const texts = import.meta.glob<string>(
  [
    './{th,la,en}/*.ts',
    '../../lib/i18n/{th,la,en}/*.ts',
    '../../{ui,features/*}/words/{th,la,en}.ts',
    '../../../../../content/**/*.{yaml,html}',
    '../../../../../deploy/brands/*/content/**/*.{yaml,html}',
    '../../../../sandbox/src/provider/site-words.ts',
    '../../../../server/src/modules/statement/csv.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

interface Row {
  /** Right words, one a language. */
  right: readonly string[];
  never: readonly string[];
}

/** Parses the rows of the glossary's table. */
function rowsOf(markdown: string): Row[] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => {
    const [english = '', thai = '', lao = '', never = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return {
      right: [english, thai, lao].filter(Boolean),
      never: never
        .split(',')
        .map((form) => form.trim())
        .filter(Boolean),
    };
  });
}

/** Returns the wrong forms in a text, outside the right words of their row. */
function wrongForms(text: string, rows: readonly Row[]): string[] {
  return rows.flatMap(({ right, never }) => {
    // Longest first, because a right word may be the start of another.
    const words = right
      .flatMap((word) => [word, `ໜ້າ${word}`])
      .toSorted((one, other) => other.length - one.length);
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
    return never.filter((form) => rest.includes(form));
  });
}

const rows = rowsOf(glossary);

describe('the glossary', () => {
  it('has a word in each language in every row, and no word twice', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const { right, never } of rows) {
      expect([right[0], right.length]).toEqual([right[0], 3]);
      expect(never.filter((form) => right.includes(form))).toEqual([]);
    }
    const words = rows.map(({ right }) => right[2]);
    expect(new Set(words).size).toBe(words.length);
  });

  it('finds a wrong form, and not inside a right word', () => {
    expect(wrongForms('ເບິ່ງໜ້າລາຍການເຄື່ອນໄຫວ', rows)).toEqual([]);
    expect(wrongForms('ເບິ່ງໜ້າລາຍການ', rows)).toEqual(['ໜ້າລາຍການ']);
    expect(wrongForms('ສະແກນຄິວອາໂຄດ', rows)).toEqual(['ຄິວອາໂຄດ']);
  });

  it.each(Object.entries(texts))('is kept by %s', (_file, text) => {
    expect(wrongForms(text, rows)).toEqual([]);
  });
});
