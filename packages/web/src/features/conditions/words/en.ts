import type { conditions as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const conditions: Translated<typeof source> = {
  title: 'Conditions',
};
