/** Geometry of the wheel. Angles are degrees, clockwise from the top; the drawing's centre is at 0, 0. */

/** Radius of the drawing. */
export const REACH = 100;
/** Outer radius of the slices; outside is the rim. */
export const SLICES_REACH = 91;
const LABEL_REACH = 63;

const MAX_SIZE = 350;
const MAX_SHARE = 0.85;
const TURNS = [3, 4] as const;
const SHORTEST_MS = 4_000;
const LONGEST_MS = 5_000;
/** Angles closer than this are equal: floating-point errors are at most this large. */
const NOISE_DEGREES = 5e-7;

/** Returns the wheel's width in pixels for a window's width. */
export const wheelSize = (windowWidth: number): number => Math.min(MAX_SIZE, windowWidth * MAX_SHARE);

/** Returns the angle of a slice's middle on a wheel at rest at 0. The first slice is at the top. */
export const middleOf = (index: number, count: number): number => (index * 360) / count;

/** Final angle and duration of a spin's turn. */
export interface Turn {
  toAngle: number;
  durationMs: number;
}

/**
 * Returns the turn from the wheel's angle until the pointer at the top is at the middle of a slice: three or
 * four full turns, and the remaining angle.
 * @param dice returns numbers in [0, 1); they decide how the wheel turns, never where it rests
 */
export function turnTo(index: number, count: number, fromAngle: number, dice: () => number): Turn {
  const turns = TURNS[Math.floor(dice() * TURNS.length)] ?? TURNS[0];
  const missing = modulo(-middleOf(index, count) - fromAngle, 360);
  // Without this check, a wheel a hair past the slice would make one more full turn.
  const isThere = 360 - missing < NOISE_DEGREES;
  return {
    toAngle: fromAngle + turns * 360 + (isThere ? 0 : missing),
    durationMs: (SHORTEST_MS + dice() * (LONGEST_MS - SHORTEST_MS)) * turns * 0.1,
  };
}

/** Returns the angle at which a wheel that has not turned shows that slice. */
export const restAt = (index: number, count: number): number => modulo(-middleOf(index, count), 360);

/** Returns the remainder with the divisor's sign. */
const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

/** Returns the outline of a slice whose middle is at the top. */
export function sliceOutline(count: number): string {
  const [x, y] = pointAt(180 / count, SLICES_REACH);
  const isLarge = count < 2 ? 1 : 0;
  return `M0 0 L${-x} ${y} A${SLICES_REACH} ${SLICES_REACH} 0 ${isLarge} 1 ${x} ${y} Z`;
}

export function pointAt(angle: number, reach: number): [x: number, y: number] {
  const radians = (angle * Math.PI) / 180;
  return [round(Math.sin(radians) * reach), round(-Math.cos(radians) * reach)];
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Label as placed in a slice. */
export interface PlacedLabel {
  lines: readonly { text: string; y: number }[];
  fontSize: number;
}

const LARGEST_FONT = 13;
const SMALLEST_FONT = 6.5;
/** Average width of a letter and height of a line, as shares of the font size. */
const LETTER = 0.58;
const LINE = 1.25;

/** Fits a label into a slice: on two lines where that allows a larger font, as large as there is room. */
export function placeLabel(label: string, count: number): PlacedLabel {
  const room = Math.min(2 * LABEL_REACH * Math.tan(Math.PI / Math.max(count, 3)) * 0.82, 86);
  const sizeOf = (lines: readonly string[]) => room / (Math.max(...lines.map(width)) * LETTER);
  const one = [label];
  const two = halves(label);
  const lines = two && sizeOf(two) > sizeOf(one) && sizeOf(one) < LARGEST_FONT ? two : one;
  const fontSize = Math.max(SMALLEST_FONT, Math.min(LARGEST_FONT, sizeOf(lines)));
  const top = -LABEL_REACH - ((lines.length - 1) / 2) * fontSize * LINE;
  return {
    fontSize: round(fontSize),
    lines: lines.map((text, index) => ({ text, y: round(top + index * fontSize * LINE) })),
  };
}

/** Counts the letters that take up width: the marks above and below Thai and Lao letters do not. */
const width = (text: string): number => Math.max(1, text.replace(/\p{Mn}/gu, '').length);

/** Splits a text at the space nearest to its middle; null when it has none. */
function halves(text: string): [string, string] | null {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const middle = text.length / 2;
  const at = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return at === undefined ? null : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Returns the index of a result's slice: the first with its code, preferably with its label; undefined for
 * none.
 */
export function wonIndex(
  slices: readonly { code: string; label: string }[],
  { code, label }: { code: string; label: string },
): number | undefined {
  const exact = slices.findIndex((slice) => slice.code === code && slice.label === label);
  const index = exact >= 0 ? exact : slices.findIndex((slice) => slice.code === code);
  return index >= 0 ? index : undefined;
}
