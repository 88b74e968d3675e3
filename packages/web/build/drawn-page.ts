/** Page as printed by `src/app/prerender.tsx`. */
export interface DrawnPage {
  /** `login`, `register`, `home`, or `member` for all other pages of members. */
  name: string;
  locale: string;
  /** BCP 47 tag. */
  tag: string;
  /** Empty where the page has only the app's own title. */
  title: string;
  html: string;
  /** Words of the first screen. */
  words: object;
}
