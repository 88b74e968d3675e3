import type { conditions as source } from '../th/conditions.ts';
import type { Translated } from '../translated.ts';

export const conditions: Translated<typeof source> = {
  title: 'Conditions',
};
