import type { Words } from '../../lib/i18n/word-sets.ts';

/** The dictionaries of all languages by their files, for the build (build/short-texts.ts, app/prerender.tsx). */
export const words = import.meta.glob<Words>('./{th,la,en}/*-words.ts', { import: 'words', eager: true });
