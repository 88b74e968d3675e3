import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colourText, contrast, mix, over, parseColour, type Colour } from './colour.ts';
import { accentColours, accentProperties } from './accent-colours.ts';
import { brandColours, brandProperties, type Theme } from './brand-colours.ts';

const css = readFileSync(join(import.meta.dirname, '../src/ui/tokens.css'), 'utf8');

const BUILT_IN = '#35358f';
const GROUNDS: Record<Theme, string[]> = {
  day: ['#f6f0e4', '#fffcf5', '#ffffff', '#efe7d7'],
  night: ['#100f1f', '#191830', '#211f3d', '#0b0a17'],
};
const TEXTS: Record<Theme, string[]> = { day: ['#1d1b33', '#5d586b'], night: ['#f5efe2', '#bdb7cb'] };

/** Returns every pair of text and ground that involves a brand colour, with its minimum contrast. */
function pairs(brand: Colour, theme: Theme): [name: string, text: Colour, ground: Colour, least: number][] {
  const colours = brandColours(brand, theme);
  const grounds = GROUNDS[theme].map(parseColour);
  const tinted = grounds.map((ground) => over(colours.soft, colours.softOpacity, ground));
  const ivory = parseColour('#fff7e6');
  return [
    ['fill', colours.onFill, colours.fill, 4.5],
    ['fill under the pointer', colours.onFill, colours.fillHover, 4.5],
    ['tick', colours.onMark, colours.mark, 3],
    ...grounds.map((ground): [string, Colour, Colour, number] => ['mark', colours.mark, ground, 3]),
    ...[...grounds, ...tinted].map((ground): [string, Colour, Colour, number] => [
      'text',
      colours.text,
      ground,
      4.5,
    ]),
    ...TEXTS[theme].flatMap((text) =>
      tinted.map((ground): [string, Colour, Colour, number] => ['tint', parseColour(text), ground, 4.5]),
    ),
    ...colours.silk.flatMap((silk): [string, Colour, Colour, number][] => [
      ['silk', over(ivory, 0.74, silk), silk, 4.5],
      ['gold on silk', parseColour('#e4b04a'), silk, 4.5],
    ]),
  ];
}

const failing = (brand: Colour) =>
  (['day', 'night'] as const).flatMap((theme) =>
    pairs(brand, theme)
      .filter(([, text, ground, least]) => contrast(text, ground) < least)
      .map(([name, text, ground]) => `${theme} ${name}: ${colourText(text)} on ${colourText(ground)}`),
  );

describe('contrast', () => {
  it('is what WCAG says of colours it is known for', () => {
    expect(contrast(parseColour('#000000'), parseColour('#ffffff'))).toBeCloseTo(21, 5);
    expect(contrast(parseColour('#767676'), parseColour('#ffffff'))).toBeCloseTo(4.54, 2);
    expect(contrast(parseColour('#ffffff'), parseColour('#767676'))).toBeCloseTo(4.54, 2);
  });
});

describe('mix', () => {
  it('mixes as a browser does', () => {
    // Chromium's results of color-mix(in oklab, …).
    expect(colourText(mix(parseColour('#35358f'), 0.5, parseColour('#ffffff')))).toBe('#9199ca');
    expect(colourText(mix(parseColour('#ff0000'), 0.25, parseColour('#0000ff')))).toBe('#5147d2');
  });
});

describe('brandColours', () => {
  it('can be read in both themes, whatever colour the operator sets', () => {
    const channel = fc.integer({ min: 0, max: 255 }).map((value) => value / 255);
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), (brand) => {
        expect(failing(brand)).toEqual([]);
      }),
      { numRuns: 500 },
    );
    for (const brand of ['#ffffff', '#000000', '#808080', '#ffd400', '#00ff00', '#0000ff', BUILT_IN]) {
      expect({ brand, failing: failing(parseColour(brand)) }).toEqual({ brand, failing: [] });
    }
  });

  it('is the brand itself where that can be read', () => {
    const { fill, text } = brandColours(parseColour(BUILT_IN), 'day');
    expect([colourText(fill), colourText(text)]).toEqual([BUILT_IN, BUILT_IN]);
    const yellow = brandColours(parseColour('#ffd400'), 'day');
    expect(colourText(yellow.fill)).toBe('#ffd400');
    expect(colourText(yellow.text)).not.toBe('#ffd400');
  });
});

describe('brandProperties', () => {
  it('are of the built-in colour what the stylesheet falls back to', () => {
    const { '--brand': brand, ...derived } = brandProperties(BUILT_IN);
    expect(css).toContain(`--brand: ${brand};`);
    for (const [name, value] of Object.entries(derived)) expect(css).toContain(`var(${name}, ${value})`);
  });

  it('names each colour for the day and for the night', () => {
    const properties = brandProperties('#ffd400');
    expect(properties['--brand']).toBe('#ffd400');
    const names = Object.keys(properties).filter((name) => name !== '--brand');
    const bare = new Set(names.map((name) => name.replace(/-(?:day|night)$/, '')));
    expect(names).toHaveLength(bare.size * 2);
    for (const name of names)
      expect(properties[name]).toMatch(/^(?:#[0-9a-f]{6}|rgb\(\d+ \d+ \d+ \/ 0?\.?\d+\))$/);
  });
});

describe('accentColours', () => {
  const INK = parseColour('#241a05');

  /** Returns the unreadable pairs of an accent beside a brand colour. */
  const unread = (accent: Colour, brand: Colour) =>
    (['day', 'night'] as const).flatMap((theme) => {
      const { bright, text, soft, softOpacity } = accentColours(accent, brand, theme);
      const grounds = GROUNDS[theme].map(parseColour);
      const tinted = grounds.map((ground) => over(soft, softOpacity, ground));
      const wanted: [Colour, Colour][] = [
        [INK, bright],
        ...brandColours(brand, theme).silk.map((silk): [Colour, Colour] => [bright, silk]),
        ...[...grounds, ...tinted].map((ground): [Colour, Colour] => [text, ground]),
        ...TEXTS[theme].flatMap((written) =>
          tinted.map((ground): [Colour, Colour] => [parseColour(written), ground]),
        ),
      ];
      return wanted
        .filter(([one, other]) => contrast(one, other) < 4.5)
        .map(([one, other]) => `${theme}: ${colourText(one)} on ${colourText(other)}`);
    });

  it('can be read in both themes beside whatever brand colour', () => {
    const channel = fc.integer({ min: 0, max: 255 }).map((value) => value / 255);
    const colour = fc.tuple(channel, channel, channel);
    fc.assert(
      fc.property(colour, colour, (accent, brand) => {
        expect(unread(accent, brand)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is the accent itself where that can be read', () => {
    const properties = accentProperties('#ffb000', BUILT_IN);
    expect(properties['--accent-day']).toBe('#ffb000');
    expect(properties['--accent-text-day']).not.toBe('#ffb000');
    for (const name of Object.keys(properties)) expect(css).toContain(`var(${name}, `);
  });
});
