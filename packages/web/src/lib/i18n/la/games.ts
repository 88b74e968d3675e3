import type { games as source } from '../th/games.ts';
import type { Translated } from '../translated.ts';

export const games: Translated<typeof source> = {
  title: 'ບັນຊີເກມ',
};
