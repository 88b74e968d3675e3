/** One way a screen is looked at. */
export interface Variant {
  width: number;
  height: number;
  theme: 'light' | 'dark';
}

export const LANGUAGES = ['th', 'la', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

export const VARIANTS: readonly Variant[] = SIZES.flatMap((size) =>
  (['light', 'dark'] as const).map((theme) => ({ ...size, theme })),
);

/** `390-dark`, as in the name of a picture. */
export const nameOf = ({ width, theme }: Variant): string => `${width}-${theme}`;
