import type { agreement as source } from '../th/agreement.ts';
import type { Translated } from '../translated.ts';

export const agreement: Translated<typeof source> = {
  title: 'ຂໍ້ຕົກລົງການນຳໃຊ້',
  doNotShow: 'ບໍ່ຕ້ອງສະແດງອີກ',
  understood: 'ຮັບຊາບ',
};
