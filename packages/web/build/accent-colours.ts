import { BLACK, colourText, contrast, luminance, over, parseColour, WHITE, type Colour } from './colour.ts';
import { brandColours, PAPER, type Theme } from './brand-colours.ts';
import { shift, SILK_TEXT, TEXT_CONTRAST, tint, tintText } from './readable.ts';

/** Text colour on the accent, in both themes; `--on-gold` in `tokens.css`. */
const ON_ACCENT = parseColour('#241a05');
const SOFT_OPACITY: Readonly<Record<Theme, number>> = { day: 0.18, night: 0.15 };

/** Colours derived from the accent, for one theme each. Opacity is a share, 0 to 1. */
export interface AccentColours {
  /** Buttons, the figures on silk, the hem: bright enough for dark text on it, and readable on the silk. */
  bright: Colour;
  /** Text and icons in the accent's colour. */
  text: Colour;
  /** Tint over the page. */
  soft: Colour;
  softOpacity: number;
}

/**
 * Returns accent colours that are readable beside a brand's own, as close to the given accent as possible.
 */
export function accentColours(accent: Colour, brand: Colour, theme: Theme): AccentColours {
  const { grounds } = PAPER[theme];
  const silks = brandColours(brand, theme).silk.map((silk) => over(SILK_TEXT, 0.1, silk));
  const bright = shift(accent, WHITE, (colour) =>
    [...silks, ON_ACCENT].every((ground) => contrast(colour, ground) >= TEXT_CONTRAST),
  );
  const { soft, softOpacity, tinted } = tint(bright, SOFT_OPACITY[theme], PAPER[theme]);
  // By day the accent itself, darkened; by night the bright one is closer to a readable colour.
  const isDark = luminance(grounds[0] ?? BLACK) < 0.2;
  const text = shift(isDark ? bright : accent, isDark ? WHITE : BLACK, (colour) =>
    [...grounds, ...tinted].every((ground) => contrast(colour, ground) >= TEXT_CONTRAST),
  );
  return { bright, text, soft, softOpacity };
}

/** Returns the custom properties of the accent that `tokens.css` reads, of both themes. */
export function accentProperties(accent: string, brand: string): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const theme of ['day', 'night'] as const) {
    const { bright, text, soft, softOpacity } = accentColours(parseColour(accent), parseColour(brand), theme);
    properties[`--accent-${theme}`] = colourText(bright);
    properties[`--accent-text-${theme}`] = colourText(text);
    properties[`--accent-soft-${theme}`] = tintText(soft, softOpacity);
  }
  return properties;
}
