import { contrast, mix, over, parseColour, shown, type Colour } from './colour.ts';

/** What text needs, with a little to spare for the rounding of what lies over one another. */
export const TEXT_CONTRAST = 4.55;
/** Between one shade that is tried and the next, as a share. */
export const STEP = 0.01;
/** What is written on the silk. */
export const SILK_TEXT = parseColour('#fff7e6');

/** Mixes a colour with another in steps until it will do. */
export function shift(colour: Colour, towards: Colour, willDo: (colour: Colour) => boolean): Colour {
  let moved = shown(colour);
  for (let step = 1; step <= 1 / STEP && !willDo(moved); step += 1) {
    moved = shown(mix(towards, step * STEP, colour));
  }
  return moved;
}

/**
 * A tint so weak that text can be read on it, and the grounds with it.
 * @param opacity the strongest it may be, 0 to 1
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

/** A tint as stylesheets write it. */
export function tintText(colour: Colour, opacity: number): string {
  return `rgb(${colour.map((channel) => Math.round(channel * 255)).join(' ')} / ${opacity})`;
}
