import type { deposit as source } from '../th/deposit.ts';
import type { Translated } from '../translated.ts';

export const deposit: Translated<typeof source> = {
  title: 'ຝາກເງິນ',
};
