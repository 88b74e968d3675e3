import type { en } from './en.ts';

type Source = typeof en;

/** Every text of the console, in one language: a missing one does not compile. */
export type Words = {
  readonly [Group in keyof Source]: { readonly [Name in keyof Source[Group]]: string };
};
