/** The setting of a service whose codes of banks differ from the content's. */
export const BANK_PAIRS = { name: 'BANKS', unset: '', pattern: /^\w+=\w+(,\w+=\w+)*$/ } as const;

/** Reads pairs such as `TTB=TMB,GSB=GOV`. */
export const pairsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(text === '' ? [] : text.split(',').map((pair) => pair.split('=') as [string, string]));

/** Returns the code of the gateway whose part it is; empty for another part. */
export const gatewayOf = (part: string): string =>
  part.startsWith('gateway:') ? part.slice('gateway:'.length) : '';
