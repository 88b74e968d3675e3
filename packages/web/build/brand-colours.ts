import {
  BLACK,
  colourText,
  contrast,
  lighter,
  luminance,
  mix,
  over,
  parseColour,
  shown,
  WHITE,
  type Colour,
} from './colour.ts';
import { shift, SILK_TEXT, STEP, TEXT_CONTRAST, tint, tintText } from './readable.ts';

export type Theme = 'day' | 'night';

/** Minimum contrast of a control's edge. */
const EDGE = 3.05;

const IVORY = parseColour('#fffaf0');
const INK = parseColour('#1d1b33');
const DEEP = parseColour('#14122c');
const SILK_GOLD = parseColour('#e4b04a');

/** Grounds under brand colours, and the text on their tints; from `tokens.css`. */
export const PAPER = {
  day: {
    grounds: ['#f6f0e4', '#fffcf5', '#ffffff', '#efe7d7'].map(parseColour),
    texts: ['#1d1b33', '#5d586b'].map(parseColour),
  },
  night: {
    grounds: ['#100f1f', '#191830', '#211f3d', '#0b0a17'].map(parseColour),
    texts: ['#f5efe2', '#bdb7cb'].map(parseColour),
  },
} as const satisfies Record<Theme, { grounds: Colour[]; texts: Colour[] }>;

/** Colours derived from the brand's own, for one theme each. Opacity is a share, 0 to 1. */
export interface BrandColours {
  /** Filled areas, and the text colour on them. */
  fill: Colour;
  fillHover: Colour;
  onFill: Colour;
  /** Ticks and switches, which stand out from the page by colour alone. */
  mark: Colour;
  onMark: Colour;
  /** Text and icons in the brand's colour. */
  text: Colour;
  /** Tint over the page. */
  soft: Colour;
  softOpacity: number;
  /** Two ends of the silk's gradient. */
  silk: readonly [Colour, Colour];
}

/** Largest change of lightness, as a share of the way from black to white. */
const MOST_RAISED = 0.14;
/** Luminance above which a colour stands out from the dark ground. */
const BRIGHT_ENOUGH = 0.18;

/**
 * Returns a lighter fill for the night, to stand out from the dark ground, as far as the text on it allows.
 */
function raised(brand: Colour): Colour {
  const written = onTop(brand);
  let colour = brand;
  for (let step = 1; step <= MOST_RAISED / STEP; step += 1) {
    const next = lighter(brand, step * STEP);
    if (contrast(shown(next), written) < TEXT_CONTRAST) break;
    colour = next;
  }
  return colour;
}

const onTop = (ground: Colour): Colour => (contrast(ground, IVORY) >= contrast(ground, INK) ? IVORY : INK);

/** Returns readable colours for any brand colour, as close to it as possible. */
export function brandColours(brand: Colour, theme: Theme): BrandColours {
  const { grounds } = PAPER[theme];
  const isDay = theme === 'day';
  const wanted = isDay || luminance(brand) > BRIGHT_ENOUGH ? brand : raised(brand);
  const onFill = onTop(wanted);
  const away = onFill === IVORY ? BLACK : WHITE;
  const fill = shift(wanted, away, (colour) => contrast(colour, onFill) >= TEXT_CONTRAST);
  const fillHover = shown(mix(fill, 0.86, away));

  const off = isDay ? BLACK : WHITE;
  const mark = shift(fill, off, (colour) => grounds.every((ground) => contrast(colour, ground) >= EDGE));
  const { soft, softOpacity, tinted } = tint(brand, isDay ? 0.09 : 0.34, PAPER[theme]);
  const text = shift(isDay ? brand : mix(brand, 0.38, WHITE), off, (colour) =>
    [...grounds, ...tinted].every((ground) => contrast(colour, ground) >= TEXT_CONTRAST),
  );
  const silk = silkOf(brand, isDay ? [0.92, 0.55] : [0.9, 0.34]);
  return { fill, fillHover, onFill, mark, onMark: onTop(mark), text, soft, softOpacity, silk };
}

/** Returns silk colours deep enough for ivory and gold text in both themes, including the woven lines. */
function silkOf(brand: Colour, [first, second]: readonly [number, number]): readonly [Colour, Colour] {
  const deepEnough = (colour: Colour) => {
    const ground = over(SILK_TEXT, 0.1, colour);
    const soft = over(SILK_TEXT, 0.74, ground);
    return contrast(soft, ground) >= TEXT_CONTRAST && contrast(SILK_GOLD, ground) >= TEXT_CONTRAST;
  };
  return [
    shift(mix(brand, first, BLACK), BLACK, deepEnough),
    shift(mix(brand, second, DEEP), BLACK, deepEnough),
  ];
}

/** Returns the custom properties that `tokens.css` reads, of both themes. */
export function brandProperties(brand: string): Record<string, string> {
  const properties: Record<string, string> = { '--brand': brand };
  for (const theme of ['day', 'night'] as const) {
    const colours = brandColours(parseColour(brand), theme);
    const { fill, fillHover, onFill, mark, onMark, text, soft, softOpacity, silk } = colours;
    const texts = {
      'brand-fill': colourText(fill),
      'brand-strong': colourText(fillHover),
      'on-brand': colourText(onFill),
      'brand-mark': colourText(mark),
      'on-mark': colourText(onMark),
      'brand-text': colourText(text),
      'brand-soft': tintText(soft, softOpacity),
      'silk-1': colourText(silk[0]),
      'silk-2': colourText(silk[1]),
    };
    for (const [name, value] of Object.entries(texts)) properties[`--${name}-${theme}`] = value;
  }
  return properties;
}
