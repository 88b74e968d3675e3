declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2';
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  /** Returns a font with only the letters of a text and the glyphs that they need. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
