import type { Language } from '../gallery/variants.ts';
import { STATES, type PlayerState } from './players.ts';

/** One player, in one language, on one size of screen, for a while. */
export interface Round {
  language: Language;
  width: 320 | 390 | 1280;
  height: number;
  state: PlayerState;
  isInLaos: boolean;
}

const LANGUAGES: readonly Language[] = ['th', 'la', 'en'];
const SIZES = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
] as const;

/** Number of rounds that covers every language with every state and every size. */
const LANGUAGES_AND_SIZES = LANGUAGES.length * SIZES.length;

/** Returns the round of that number: each one has another language and another state than the one before. */
export function roundOf(no: number, isInLaos: boolean): Round {
  const at = no % LANGUAGES_AND_SIZES;
  const size = SIZES[(at + Math.floor(at / LANGUAGES.length)) % SIZES.length] ?? SIZES[0];
  return {
    language: LANGUAGES[at % LANGUAGES.length] ?? 'th',
    ...size,
    state: STATES[no % STATES.length] ?? 'rich',
    isInLaos,
  };
}

export const nameOfRound = ({ language, width, state, isInLaos }: Round): string =>
  `${isInLaos ? 'laos ' : ''}${language} ${width} ${state}`;
