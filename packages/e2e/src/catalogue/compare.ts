import type { Page } from '@playwright/test';

/** Fonts are laid out in fractions of a pixel, which browsers round differently; so are mixed colours. */
const MOST_APART = 1;

const NUMBER = /-?\d+(?:\.\d+)?/g;
const COLOUR = /rgba?\([^)]*\)/g;

/** Returns whether two texts differ only in numbers that are close to one another. */
function isClose(one: string, other: string): boolean {
  if (one.replace(NUMBER, '#') !== other.replace(NUMBER, '#')) return false;
  const numbers = (text: string) => (text.match(NUMBER) ?? []).map(Number);
  const others = numbers(other);
  return numbers(one).every((number, at) => Math.abs(number - (others[at] ?? Infinity)) <= MOST_APART);
}

/** Returns whether two lines match: positions and colours may differ by one, everything else is exact. */
function isSameLine(one: string, other: string): boolean {
  if (one === other) return true;
  const [place = '', style = ''] = one.split(' | ');
  const [otherPlace = '', otherStyle = ''] = other.split(' | ');
  if (!isClose(place, otherPlace)) return false;
  if (style.replace(COLOUR, '#') !== otherStyle.replace(COLOUR, '#')) return false;
  const colours = style.match(COLOUR) ?? [];
  const otherColours = otherStyle.match(COLOUR) ?? [];
  return colours.every((colour, at) => isClose(colour, otherColours[at] ?? ''));
}

/** Returns the first differences between stored and drawn lines, each with its specimen. */
export function differences(kept: readonly string[], drawn: readonly string[]): string[] {
  const found: string[] = [];
  let specimen = '';
  for (let at = 0; at < Math.max(kept.length, drawn.length) && found.length < 6; at += 1) {
    const [before = '(nothing)', after = '(nothing)'] = [kept[at], drawn[at]];
    if (before.startsWith('#')) specimen = before;
    if (!isSameLine(before, after)) found.push(`${specimen}\n  was ${before.trim()}\n  is  ${after.trim()}`);
    // The lines are shifted by one from here on, so later differences mean nothing.
    if (before.replace(NUMBER, '') !== after.replace(NUMBER, '') && kept.length !== drawn.length) break;
  }
  return found;
}

export interface PixelDifference {
  /** Share of pixels that differ visibly, 0 to 1; 1 for pictures of different sizes. */
  share: number;
  sizes: string;
}

/**
 * Compares two pictures in the browser, at half their size. This hides edges of letters, which machines
 * smooth differently, but shows moved elements and other colours.
 */
export function comparePictures(page: Page, kept: Buffer, drawn: Buffer): Promise<PixelDifference> {
  return page.evaluate(pictureDifference, [kept.toString('base64'), drawn.toString('base64')] as const);
}

async function pictureDifference([kept, drawn]: readonly [string, string]): Promise<PixelDifference> {
  const TOLD_APART = 40;
  const read = async (base64: string) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${base64}`;
    await picture.decode();
    return picture;
  };
  const [one, other] = await Promise.all([read(kept), read(drawn)]);
  const sizes = `${one.width}x${one.height} and ${other.width}x${other.height}`;
  if (Math.abs(one.height - other.height) > 2 || one.width !== other.width) return { share: 1, sizes };
  const width = Math.floor(one.width / 2);
  const height = Math.floor(Math.min(one.height, other.height) / 2);
  const pixelsOf = (picture: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('the browser has no canvas to compare on');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, 0, 0, width * 2, height * 2, 0, 0, width, height);
    return pen.getImageData(0, 0, width, height).data;
  };
  const [before, after] = [pixelsOf(one), pixelsOf(other)];
  let differing = 0;
  for (let at = 0; at < before.length; at += 4) {
    const apart = (channel: number) => Math.abs((before[at + channel] ?? 0) - (after[at + channel] ?? 0));
    if (Math.max(apart(0), apart(1), apart(2)) > TOLD_APART) differing += 1;
  }
  return { share: differing / (width * height), sizes };
}
