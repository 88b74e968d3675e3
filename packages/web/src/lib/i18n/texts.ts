import type { texts } from './th.ts';

/** The Thai texts, literally: keys and placeholders are read off them. */
export type Source = typeof texts;

/** Every text of the app in one language: `texts[group][key]`. */
export type Texts = {
  readonly [Group in keyof Source]: { readonly [Key in keyof Source[Group]]: string };
};
