/**
 * Text as outlines, from the fonts of this package: a drawing then needs no font of the machine that renders
 * it. Only one weight is hosted in a readable format; bold is that weight with an outline drawn around it.
 */
import { create, type Font } from 'fontkit';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface TextStyle {
  /** Size of the em, in units of the drawing. */
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean;
}

export interface PlacedText extends TextStyle {
  readonly x: number;
  /** Position of the baseline. */
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** A text wider than this is drawn smaller. */
  readonly maxWidth?: number;
}

const FILES = {
  thai: ['noto-sans-thai', 'thai'],
  lao: ['noto-sans-lao', 'lao'],
  latin: ['noto-sans-thai', 'latin'],
} as const;
type Face = keyof typeof FILES;

/** Per mille of the em that bold adds around a letter and to its width. */
const BOLD_STROKE = 30;
const BOLD_ADVANCE = 16;

const loaded = new Map<Face, Font>();

function fontOf(face: Face): Font {
  const known = loaded.get(face);
  if (known) return known;
  const [family, subset] = FILES[face];
  const root = createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/package.json`);
  const font = create(
    readFileSync(join(dirname(root), 'files', `${family}-${subset}-wght-normal.woff2`)),
  ) as Font;
  loaded.set(face, font);
  return font;
}

function faceOf(letter: string): Face {
  if (/[\u0e01-\u0e7f]/u.test(letter)) return 'thai';
  return /[\u0e80-\u0eff]/u.test(letter) ? 'lao' : 'latin';
}

/**
 * Splits the vowel AM: one character in text, two in drawing. The first stands below a tone mark that is
 * typed before it.
 */
const splitAm = (text: string): string =>
  text
    .replace(/([\u0e48-\u0e4b]?)\u0e33/gu, '\u0e4d$1\u0e32')
    .replace(/([\u0ec8-\u0ecb]?)\u0eb3/gu, '\u0ecd$1\u0eb2');

/** Returns runs of neighbouring letters in one face, which are shaped together. */
function runsOf(text: string): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = [];
  for (const letter of splitAm(text)) {
    const face = faceOf(letter);
    const last = runs.at(-1);
    if (last?.face === face) last.text += letter;
    else runs.push({ face, text: letter });
  }
  return runs;
}

interface Glyph {
  readonly path: string;
  /** Position in units of the font, from the beginning of the text. */
  readonly x: number;
  readonly y: number;
}

/** Shapes a text at one drawing unit per font unit. */
function shape(text: string, bold: boolean): { glyphs: Glyph[]; width: number; unitsPerEm: number } {
  const glyphs: Glyph[] = [];
  let width = 0;
  for (const run of runsOf(text)) {
    const { glyphs: shapes, positions } = fontOf(run.face).layout(run.text);
    for (const [index, glyph] of shapes.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      glyphs.push({ path: glyph.path.toSVG(), x: width + xOffset, y: yOffset });
      width += xAdvance > 0 && bold ? xAdvance + BOLD_ADVANCE : xAdvance;
    }
  }
  return { glyphs, width, unitsPerEm: fontOf('latin').unitsPerEm };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Returns the width of a text, in units of the drawing. */
export function widthOf(text: string, size: number, bold = false): number {
  const { width, unitsPerEm } = shape(text, bold);
  return (width * size) / unitsPerEm;
}

/** Returns SVG markup of a text as outlines. */
export function drawText(text: string, at: PlacedText): string {
  const { x, y, colour, bold = false, anchor = 'start', maxWidth = Infinity } = at;
  const { glyphs, width, unitsPerEm } = shape(text, bold);
  const scale = Math.min(at.size / unitsPerEm, maxWidth / Math.max(width, 1));
  const share = { start: 0, middle: 0.5, end: 1 }[anchor];
  const left = x - width * scale * share;
  const stroke = bold ? ` stroke="${colour}" stroke-width="${BOLD_STROKE}" stroke-linejoin="round"` : '';
  const paths = glyphs
    .filter(({ path }) => path !== '')
    .map((glyph) => `<path transform="translate(${round(glyph.x)} ${round(glyph.y)})" d="${glyph.path}"/>`);
  const transform = `translate(${round(left)} ${round(y)}) scale(${scale} ${-scale})`;
  return `<g transform="${transform}" fill="${colour}"${stroke}>${paths.join('')}</g>`;
}
