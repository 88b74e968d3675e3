import type { banner as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const banner: Translated<typeof source> = {
  goOn: 'Continue',
};
