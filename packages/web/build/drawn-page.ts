/** A page as `src/app/prerender.tsx` prints it. */
export interface DrawnPage {
  /** `login`, `register`, `home`, or `member` for all other pages of members. */
  name: string;
  locale: string;
  /** BCP 47 tag. */
  tag: string;
  /** Empty where the app's own is all there is to say. */
  title: string;
  html: string;
  /** The words of the first screen. */
  words: object;
}
