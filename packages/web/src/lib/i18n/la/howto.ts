import type { howto as source } from '../th/howto.ts';
import type { Translated } from '../translated.ts';

export const howto: Translated<typeof source> = {
  title: 'ວິທີນຳໃຊ້',
  intro: 'ວິດີໂອສັ້ນໆ ພາທ່ານເລີ່ມນຳໃຊ້ເທື່ອລະຂັ້ນ',
  wallet: 'ເຕີມເງິນເຂົ້າກະເປົາ',
  play: 'ເຂົ້າຫຼິ້ນເກມ',
  balance: 'ກວດເບິ່ງຍອດເງິນ',
  bonus: 'ຮັບໂບນັດ',
  bonusCancel: 'ຍົກເລີກໂບນັດ',
  soon: 'ວິດີໂອນີ້ຈະມາໃນໄວໆນີ້',
  watch: 'ເບິ່ງວິດີໂອ',
};
