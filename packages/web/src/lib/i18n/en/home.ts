import type { home as source } from '../th/home.ts';
import type { Translated } from '../translated.ts';

export const home: Translated<typeof source> = {
  title: 'Home',
};
