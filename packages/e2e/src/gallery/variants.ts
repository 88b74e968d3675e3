/** One variant of a screen. */
export interface Variant {
  width: number;
  height: number;
  theme: 'light' | 'dark';
  /** Text size of the reader's browser in percent; 100 by default. */
  textPercent?: number;
}

export const LANGUAGES = ['th', 'la', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

/** The narrowest phone, by day. */
export const NARROW: Variant = { ...SIZES[0], theme: 'light' };

/** A usual phone by day: so a page looks while steps lead to a screen. */
export const BASE: Variant = { ...SIZES[1], theme: 'light' };

export const DAY_AND_NIGHT: readonly Variant[] = [BASE, { ...BASE, theme: 'dark' }];

/** Text at twice its size. */
export const LARGE_TEXT: Variant = { ...BASE, textPercent: 200 };

/** Size of a 1280 by 1024 screen that is enlarged four times. */
export const ZOOMED: Variant = { width: 320, height: 256, theme: 'light' };

export const VARIANTS: readonly Variant[] = [
  ...SIZES.flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ ...size, theme }))),
  LARGE_TEXT,
  ZOOMED,
];

/** Returns `390-dark`, as in the name of a picture, with its difference from others of that width. */
export const nameOf = (variant: Variant): string => {
  const { width, theme, textPercent } = variant;
  return [width, theme, textPercent && `text-${textPercent}`, variant === ZOOMED && 'zoomed']
    .filter(Boolean)
    .join('-');
};
