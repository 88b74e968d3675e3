import type { withdraw as source } from '../th/withdraw.ts';
import type { Translated } from '../translated.ts';

export const withdraw: Translated<typeof source> = {
  title: 'ຖອນເງິນ',
};
