/** Colours as numbers: the mixing of CSS `color-mix(in oklab, …)`, and the contrast of two colours. */

/** Red, green and blue in sRGB, 0 to 1 each. */
export type Colour = readonly [red: number, green: number, blue: number];

type Oklab = readonly [lightness: number, a: number, b: number];

export const BLACK: Colour = [0, 0, 0];
export const WHITE: Colour = [1, 1, 1];

/** Reads `#rrggbb`. */
export function parseColour(text: string): Colour {
  const channel = (at: number) => Number.parseInt(text.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

/** Writes `#rrggbb`. */
export function colourText(colour: Colour): string {
  const digits = colour.map((value) =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/** Rounds a colour to eight bits a channel, as it is displayed. */
export const shown = (colour: Colour): Colour => parseColour(colourText(colour));

/** Returns the relative luminance by WCAG 2: 0 is black, 1 is white. */
export function luminance(colour: Colour): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours by WCAG 2, from 1 (none) to 21 (black on white). */
export function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Computes `color-mix(in oklab, one share, other)`; the share is 0 to 1. */
export function mix(one: Colour, share: number, other: Colour): Colour {
  const from = toOklab(other);
  const to = toOklab(one);
  const between = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share;
  return fromOklab([between(0), between(1), between(2)]);
}

/** Returns the visible colour of a translucent colour over a ground. */
export function over(colour: Colour, opacity: number, ground: Colour): Colour {
  const between = (at: 0 | 1 | 2) => ground[at] + (colour[at] - ground[at]) * opacity;
  return [between(0), between(1), between(2)];
}

/**
 * Returns the same hue, lighter by a share of the way from black to white; darker when the share is negative.
 */
export function lighter(colour: Colour, by: number): Colour {
  const [lightness, a, b] = toOklab(colour);
  return fromOklab([Math.min(1, Math.max(0, lightness + by)), a, b]);
}

function linear([red, green, blue]: Colour): Colour {
  const of = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return [of(red), of(green), of(blue)];
}

function toOklab(colour: Colour): Oklab {
  const [red, green, blue] = linear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

function fromOklab([lightness, a, b]: Oklab): Colour {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const of = (value: number) => {
    const inside = Math.min(1, Math.max(0, value));
    return inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055;
  };
  return [
    of(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    of(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    of(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ];
}
