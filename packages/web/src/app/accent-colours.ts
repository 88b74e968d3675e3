import {
  BLACK,
  colourText,
  contrast,
  luminance,
  mix,
  over,
  parseColour,
  shown,
  WHITE,
  type Colour,
} from '../lib/colour.ts';
import { brandColours, PAPER, type Theme } from './brand-colours.ts';

/** What text needs, with a little to spare for rounding. */
const TEXT = 4.55;
const STEP = 0.01;
const SILK_TEXT = parseColour('#fff7e6');
/** What is written on the accent, in both themes; `--on-gold` in `tokens.css`. */
const ON_ACCENT = parseColour('#241a05');
const SOFT_OPACITY: Readonly<Record<Theme, number>> = { day: 0.18, night: 0.15 };

/** The colours that follow from the accent, each for one theme. Opacity is a share, 0 to 1. */
export interface AccentColours {
  /** Buttons, the figures on silk, the hem: bright enough for dark words on it, and to be read on the silk. */
  bright: Colour;
  /** Words and icons in the accent's colour. */
  text: Colour;
  /** A tint over the page. */
  soft: Colour;
  softOpacity: number;
}

function shift(colour: Colour, towards: Colour, willDo: (colour: Colour) => boolean): Colour {
  let moved = shown(colour);
  for (let step = 1; step <= 1 / STEP && !willDo(moved); step += 1) {
    moved = shown(mix(towards, step * STEP, colour));
  }
  return moved;
}

/** Accent colours that can be read beside a brand's own: as near to what was asked for as that allows. */
export function accentColours(accent: Colour, brand: Colour, theme: Theme): AccentColours {
  const { grounds, texts } = PAPER[theme];
  const silks = brandColours(brand, theme).silk.map((silk) => over(SILK_TEXT, 0.1, silk));
  const bright = shift(accent, WHITE, (colour) =>
    [...silks, ON_ACCENT].every((ground) => contrast(colour, ground) >= TEXT),
  );
  let softOpacity = SOFT_OPACITY[theme];
  const tints = () => grounds.map((ground) => over(bright, softOpacity, ground));
  const reads = () => texts.every((text) => tints().every((ground) => contrast(text, ground) >= TEXT));
  while (softOpacity > 0 && !reads()) softOpacity = Math.round((softOpacity - STEP) * 100) / 100;
  // By day the accent itself, made darker; by night the bright one is nearer to what can be read.
  const isDark = luminance(grounds[0] ?? BLACK) < 0.2;
  const text = shift(isDark ? bright : accent, isDark ? WHITE : BLACK, (colour) =>
    [...grounds, ...tints()].every((ground) => contrast(colour, ground) >= TEXT),
  );
  return { bright, text, soft: bright, softOpacity };
}

/** The custom properties of the accent that `tokens.css` reads, of both themes. */
export function accentProperties(accent: string, brand: string): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const theme of ['day', 'night'] as const) {
    const { bright, text, soft, softOpacity } = accentColours(parseColour(accent), parseColour(brand), theme);
    properties[`--accent-${theme}`] = colourText(bright);
    properties[`--accent-text-${theme}`] = colourText(text);
    const channels = soft.map((channel) => Math.round(channel * 255)).join(' ');
    properties[`--accent-soft-${theme}`] = `rgb(${channels} / ${softOpacity})`;
  }
  return properties;
}
