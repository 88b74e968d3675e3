/** The shape a translation of a group of texts must have: the same keys, any text. */
export type Translated<Source> = { readonly [Key in keyof Source]: string };
