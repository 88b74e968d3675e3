import path from 'node:path';

const YEAR_S = 31_536_000;

/** Returns how long browsers keep a built file: Vite names those in `assets` by content hash, any other may change. */
export const cacheControlOf = (file: string): string =>
  file.includes(`${path.sep}assets${path.sep}`) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache';
