import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
/**
 * Cache folder by version of the subsets: raise the version when the subsets change, or the cached ones are
 * used.
 */
const FOLDER = join(import.meta.dirname, '..', 'node_modules', '.cut-fonts', '1');

const THAI = '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2';
const LATIN = '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-latin-wght-normal.woff2';
const LAO = '@fontsource-variable/noto-sans-lao/files/noto-sans-lao-lao-wght-normal.woff2';
const LAO_MORE = '@fontsource-variable/noto-sans-lao/files/noto-sans-lao-latin-ext-wght-normal.woff2';

interface Cut {
  from: string;
  /** Unicode ranges, as in `fonts.css`. */
  range: string;
  /** Weights that the app uses, or one weight. */
  weight: { min: number; max: number } | number;
}

const WEIGHTS = { min: 400, max: 700 };
/** Latin letters, digits and signs used on nearly every page. */
const BASIC = '20-7E, A0, A9, AB, B7, BB, 2013-2014, 2018-2019, 201C-201D, 2022, 2026';
/** Weight of the text of choices. */
const CHOICE = 600;

/** Font subsets by file name. */
export const CUTS: Readonly<Record<string, Cut>> = {
  thai: { from: THAI, range: '303, 331, E01-E5B, 200C-200D, 25CC', weight: WEIGHTS },
  latin: { from: LATIN, range: BASIC, weight: WEIGHTS },
  'latin-more': {
    from: LATIN,
    range: 'A1-FF, 131, 152-153, 2BB-2BC, 2C6, 2DA, 2DC, 20AC, 2122, 2191-2193, 2212',
    weight: WEIGHTS,
  },
  lao: { from: LAO, range: 'E81-EDF, 200C-200D, 25CC', weight: WEIGHTS },
  // The kip sign.
  kip: { from: LAO_MORE, range: '20AD', weight: WEIGHTS },
  // Letters of the languages' own names: the language choice must not load a whole font for three letters.
  'name-thai': { from: THAI, range: 'E17, E22, E44', weight: CHOICE },
  'name-lao': { from: LAO, range: 'EA5, EB2, EA7', weight: CHOICE },
};

/** Builds the fonts of `fonts.css` at `cut-fonts/`: only the letters and weights that the app uses. */
export function cutFonts(): Plugin {
  return {
    name: 'krapao-cut-fonts',
    async config() {
      await mkdir(FOLDER, { recursive: true });
      await Promise.all(
        Object.entries(CUTS).map(([name, cut]) => makeOnce(join(FOLDER, `${name}.woff2`), cut)),
      );
      return { resolve: { alias: { 'cut-fonts': FOLDER } } };
    },
  };
}

async function makeOnce(file: string, { from, range, weight }: Cut): Promise<void> {
  if (existsSync(file)) return;
  const source = await readFile(require.resolve(from));
  const cut = await subsetFont(source, lettersOf(range), {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
  });
  await writeFile(file, cut);
}

/** Returns every letter of some Unicode ranges. */
export function lettersOf(ranges: string): string {
  return ranges
    .split(', ')
    .flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
    })
    .join('');
}
