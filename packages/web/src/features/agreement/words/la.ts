import type { agreement as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const agreement: Translated<typeof source> = {
  title: 'ຂໍ້ຕົກລົງການນຳໃຊ້',
  doNotShow: 'ບໍ່ຕ້ອງສະແດງອີກ',
  understood: 'ຮັບຊາບ',
};
