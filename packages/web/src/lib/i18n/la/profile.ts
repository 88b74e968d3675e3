import type { profile as source } from '../th/profile.ts';
import type { Translated } from '../translated.ts';

export const profile: Translated<typeof source> = {
  title: 'ໂປຣໄຟລ໌',
  account: 'ບັນຊີຂອງຂ້ອຍ',
  name: 'ຊື່',
  id: 'ລະຫັດສະມາຊິກ',
  created: 'ວັນທີສະໝັກ',
  username: 'ຊື່ຜູ້ໃຊ້',
  bank: 'ບັນຊີທະນາຄານ',
  bankAccountName: 'ຊື່ບັນຊີ',
  bankName: 'ທະນາຄານ',
  bankAccountNo: 'ເລກບັນຊີ',
  settings: 'ການຕັ້ງຄ່າ',
};
