import type { agreement as source } from '../th/agreement.ts';
import type { Translated } from '../translated.ts';

export const agreement: Translated<typeof source> = {
  title: 'User agreement',
  doNotShow: 'Do not show this again',
  understood: 'I understand',
};
