import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const NAMED =
  /(?<![\w-])(?:white|black|red|green|blue|gr[ae]y|silver|gold|navy|teal|orange|yellow|purple|pink|brown)(?![\w-])/;
const LITERAL = /#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch|color)\((?!\s*var\()/i;
/** Black in a mask is not a colour: it tells which part of the picture is shown. */
const MASK = /^\s*(?:-webkit-)?mask/;

/** Returns the lines of a stylesheet that contain a literal colour. */
function literalColours(css: string): string[] {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/url\([^)]*\)/g, '');
  return bare.split('\n').filter((line) => {
    const [, value] = /^\s*[\w-]+\s*:\s*(.+)$/.exec(line) ?? [];
    if (value === undefined || MASK.test(line)) return false;
    return LITERAL.test(value) || NAMED.test(value);
  });
}

describe('the stylesheets', () => {
  it('take every colour from the tokens, so that a brand reaches all of them', () => {
    const found = filesBelow(SOURCES, /\.css$/)
      .filter((file) => !file.endsWith('tokens.css'))
      .flatMap((file) =>
        literalColours(readFileSync(file, 'utf8')).map(
          (line) => `${relative(SOURCES, file)}: ${line.trim()}`,
        ),
      );
    expect(found).toEqual([]);
  });

  it.each([
    'color: #fff;',
    'background: rgb(0 0 0 / 0.3);',
    'background: color-mix(in oklab, var(--gold) 90%, white);',
    'border: 1px solid red;',
  ])('would be found out by %j', (line) => {
    expect(literalColours(`.a {\n  ${line}\n}`)).toHaveLength(1);
  });

  it.each([
    'color: var(--gold);',
    'background: rgb(var(--shade) / 0.3);',
    'background: color-mix(in oklab, var(--gold) 90%, transparent);',
    'mask-image: linear-gradient(115deg, transparent 30%, black);',
    'white-space: nowrap;',
    'color: var(--text); /* not white */',
  ])('may say %j', (line) => {
    expect(literalColours(`.a {\n  ${line}\n}`)).toEqual([]);
  });
});

describe('the sources of the app', () => {
  it('name the brand in the settings alone', () => {
    const brand = /(?<!@)krapao(?!\/)/i;
    const named = filesBelow(SOURCES, /\.(?:tsx?|css|svg|html)$/)
      .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
      .filter((file) => brand.test(readFileSync(file, 'utf8')));
    expect(named.map((file) => relative(SOURCES, file))).toEqual([join('lib', 'settings.ts')]);
    expect(readFileSync(join(SOURCES, '..', 'index.html'), 'utf8')).not.toMatch(brand);
  });
});
