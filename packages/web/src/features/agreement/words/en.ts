import type { agreement as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const agreement: Translated<typeof source> = {
  title: 'User agreement',
  doNotShow: 'Do not show this again',
  understood: 'I understand',
};
