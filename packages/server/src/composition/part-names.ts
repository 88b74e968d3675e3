import type { Part } from '../ports/part.ts';

/**
 * Returns the prefix of a part's settings: `gateway:KBANK` has `GATEWAY_KBANK_URL` and
 * `GATEWAY_KBANK_SECRET`.
 */
export const settingOf = (part: Part): string => {
  const [kind = '', code] = part.split(':');
  return [kind.toUpperCase(), ...(code === undefined ? [] : [code])].join('_');
};
