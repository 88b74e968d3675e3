import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, over, parseColour, type Colour } from './colour.ts';

const css = readFileSync(join(import.meta.dirname, '../src/ui/tokens.css'), 'utf8');

type Theme = 'light' | 'dark';

/** Returns the declarations of a theme: the night's override the day's. */
function declared(theme: Theme): Map<string, string> {
  const [day = '', night = ''] = css.split(":root[data-theme='dark']");
  const tokens = new Map<string, string>();
  for (const part of theme === 'light' ? [day] : [day, night]) {
    for (const [, name = '', value = ''] of part.matchAll(/--([\w-]+):\s*([^;]+);/g)) tokens.set(name, value);
  }
  return tokens;
}

/** Reads a colour of the theme with its opacity; brand colours have their built-in values. */
function read(tokens: Map<string, string>, text: string): [colour: Colour, opacity: number] {
  const value = text.trim();
  if (/^#[0-9a-f]{6}$/.test(value)) return [parseColour(value), 1];
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value);
  if (rgb) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = rgb.slice(1).map(Number);
    return [[red / 255, green / 255, blue / 255], opacity];
  }
  const clear = /^color-mix\(in oklab, (.+) (\d+)%, transparent\)$/.exec(value);
  if (clear) {
    const [colour, opacity] = read(tokens, clear[1] ?? '');
    return [colour, (opacity * Number(clear[2])) / 100];
  }
  const fallback = /^var\(--[\w-]+, (.+)\)$/.exec(value);
  if (fallback) return read(tokens, fallback[1] ?? '');
  const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1] ?? value;
  const known = tokens.get(name);
  if (known === undefined) throw new Error(`tokens.css has no colour ${name}`);
  return read(tokens, known);
}

const GROUNDS = ['ground', 'surface', 'surface-raised', 'surface-sunken'];
const TINTS = ['brand-soft', 'gold-soft', 'good-soft', 'bad-soft', 'warn-soft'];
const TINTED: Record<string, string[]> = {
  text: TINTS,
  'text-soft': TINTS,
  'brand-text': ['brand-soft'],
  gold: ['gold-soft'],
  good: ['good-soft'],
  bad: ['bad-soft'],
  warn: ['warn-soft'],
  'text-faint': [],
};
const WRITTEN_ON: Record<string, string[]> = {
  'on-brand': ['brand-fill', 'brand-strong'],
  'on-gold': ['gold-bright'],
  'on-bad': ['bad-fill'],
  'silk-text': ['silk-1', 'silk-2'],
  'silk-soft': ['silk-1', 'silk-2'],
  'gold-bright': ['silk-1', 'silk-2'],
};

describe.each(['light', 'dark'] as const)('the colours of the %s theme', (theme) => {
  const tokens = declared(theme);
  const flat = (name: string, ground: Colour): Colour => over(...read(tokens, name), ground);
  const ratio = (text: string, ground: Colour) => contrast(flat(text, ground), ground);

  it('give text 4.5 to 1 on all that it stands on', () => {
    const low: string[] = [];
    for (const [text, tints] of Object.entries(TINTED)) {
      for (const name of GROUNDS) {
        const ground = flat(name, [0, 0, 0]);
        if (ratio(text, ground) < 4.5) low.push(`${text} on ${name}: ${ratio(text, ground).toFixed(2)}`);
        for (const tint of tints) {
          const found = ratio(text, flat(tint, ground));
          if (found < 4.5) low.push(`${text} on ${tint} over ${name}: ${found.toFixed(2)}`);
        }
      }
    }
    for (const [text, fills] of Object.entries(WRITTEN_ON)) {
      for (const fill of fills) {
        const found = ratio(text, flat(fill, [0, 0, 0]));
        if (found < 4.5) low.push(`${text} on ${fill}: ${found.toFixed(2)}`);
      }
    }
    expect(low).toEqual([]);
  });

  it('give the edges of controls and the ring of focus 3 to 1', () => {
    const low: string[] = [];
    for (const edge of ['line-strong', 'focus', 'brand-mark']) {
      for (const name of GROUNDS) {
        const found = ratio(edge, flat(name, [0, 0, 0]));
        if (found < 3) low.push(`${edge} on ${name}: ${found.toFixed(2)}`);
      }
    }
    expect(low).toEqual([]);
  });
});
