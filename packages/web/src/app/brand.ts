import { settings } from '../lib/settings.ts';

/** Puts the operator's brand colour over the built-in one, with a text colour that reads well on it. */
export function applyBrand(): void {
  const colour = settings.brand.primary;
  if (!colour) return;
  const root = document.documentElement.style;
  root.setProperty('--brand', colour);
  root.setProperty('--on-brand', readableOn(colour));
}

/** Ivory or ink, whichever stands out more on a `#rrggbb` colour (WCAG relative luminance). */
export function readableOn(colour: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.2 ? '#1d1b33' : '#fffaf0';
}
