import type { transfer as source } from '../th/transfer.ts';
import type { Translated } from '../translated.ts';

export const transfer: Translated<typeof source> = {
  title: 'ໂອນເຄຣດິດ',
};
