import type { banner as source } from '../th/banner.ts';
import type { Translated } from '../translated.ts';

export const banner: Translated<typeof source> = {
  goOn: 'ໄປຕໍ່',
  carousel: 'ພາບເລື່ອນ',
};
