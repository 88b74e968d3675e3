/** Shape of a translated group of texts: the same keys, any text. */
export type Translated<Source> = { readonly [Key in keyof Source]: string };
