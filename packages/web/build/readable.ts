import { contrast, mix, over, parseColour, shown, type Colour } from './colour.ts';

/** Minimum contrast of text, with a margin for rounding in overlapping layers. */
export const TEXT_CONTRAST = 4.55;
/** Step between two tried shades, as a share. */
export const STEP = 0.01;
/** Text colour on the silk. */
export const SILK_TEXT = parseColour('#fff7e6');

/** Mixes a colour with another in steps until it meets a condition. */
export function shift(colour: Colour, towards: Colour, willDo: (colour: Colour) => boolean): Colour {
  let moved = shown(colour);
  for (let step = 1; step <= 1 / STEP && !willDo(moved); step += 1) {
    moved = shown(mix(towards, step * STEP, colour));
  }
  return moved;
}

/**
 * Returns a tint weak enough that text is readable on it, and the grounds with it.
 * @param opacity the largest opacity, 0 to 1
 */
export function tint(
  colour: Colour,
  opacity: number,
  { grounds, texts }: { grounds: readonly Colour[]; texts: readonly Colour[] },
) {
  for (let softOpacity = opacity; ; softOpacity = Math.round((softOpacity - STEP) * 100) / 100) {
    const tinted = grounds.map((ground) => over(colour, softOpacity, ground));
    const reads = texts.every((text) => tinted.every((ground) => contrast(text, ground) >= TEXT_CONTRAST));
    if (reads || softOpacity <= 0) return { soft: colour, softOpacity, tinted };
  }
}

/** Formats a tint for stylesheets. */
export function tintText(colour: Colour, opacity: number): string {
  return `rgb(${colour.map((channel) => Math.round(channel * 255)).join(' ')} / ${opacity})`;
}
