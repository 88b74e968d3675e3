import type { refund as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const refund: Translated<typeof source> = {
  title: 'ຄືນຍອດເສຍ',
  amount: 'ຍອດຄືນທີ່ຮັບໄດ້',
  success: 'ຄືນໃຫ້ຈາກຍອດເສຍສຸດທິ',
  fail: 'ສ່ວນທີ່ບໍ່ມີການຄືນ',
  receive: 'ຮັບຍອດຄືນ',
  bonusActive: 'ມີໂບນັດທີ່ກຳລັງນຳໃຊ້ ຮັບຍອດຄືນໄດ້ເມື່ອໂບນັດຈົບ',
  log: 'ປະຫວັດການຮັບຍອດຄືນ',
  one: 'ຍອດຄືນ',
  none: 'ຍັງບໍ່ເຄີຍຮັບຍອດຄືນ',
  noneHint: 'ຍອດຄືນທີ່ທ່ານຮັບຈະສະແດງຢູ່ບ່ອນນີ້',
  unknownMsg:
    'ການເຊື່ອມຕໍ່ຂາດກ່ອນໄດ້ຮັບຄຳຕອບ ຍອດຄືນອາດເຂົ້າແລ້ວ ຫຼື ຍັງ ກົດຮັບອີກຄັ້ງໄດ້ ລະບົບໃຫ້ພຽງຄັ້ງດຽວ ລະບົບກຳລັງກວດສອບໃຫ້ ແລະ ຈະແຈ້ງຜົນ',
};
