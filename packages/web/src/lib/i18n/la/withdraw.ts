import type { withdraw as source } from '../th/withdraw.ts';
import type { Translated } from '../translated.ts';

export const withdraw: Translated<typeof source> = {
  title: 'ຖອນເງິນ',
  available: 'ຍອດທີ່ຖອນໄດ້',
  inTransit: 'ກຳລັງດຳເນີນການອີກ {amount}',
  destination: 'ໂອນເຂົ້າບັນຊີ',
  limits: 'ຖອນໄດ້ຄັ້ງລະ {min} ຫາ {max}',
  belowMin: 'ຕ້ອງມີຢ່າງໜ້ອຍ {amount} ຈຶ່ງຈະຖອນໄດ້',
  review: 'ກວດເບິ່ງລາຍການ',
  confirmTitle: 'ຢືນຢັນການຖອນເງິນ',
  youGet: 'ຍອດທີ່ຖອນ',
  bank: 'ທະນາຄານ',
  holder: 'ຊື່ບັນຊີ',
  accountNo: 'ເລກບັນຊີ',
  balanceAfter: 'ຄົງເຫຼືອໃນກະເປົາຫຼັກ',
  noUndo: 'ເມື່ອຢືນຢັນແລ້ວ ເງິນຈະຖືກກັນໄວ້ ແລະ ໂອນອອກທັນທີ ຍົກເລີກບໍ່ໄດ້',
  submit: 'ຢືນຢັນຖອນເງິນ',
  pendingMsg: 'ກຳລັງໂອນ {amount} ເຂົ້າບັນຊີຂອງທ່ານ ເບິ່ງສະຖານະໄດ້ທີ່ລາຍການເຄື່ອນໄຫວ',
  refusedMsg: 'ທະນາຄານບໍ່ຮັບລາຍການນີ້ ເງິນຄືນເຂົ້າກະເປົາແລ້ວ',
  unknownTitle: 'ຍັງບໍ່ຮູ້ຜົນ',
  unknownMsg: 'ການເຊື່ອມຕໍ່ຂາດໄປກ່ອນທີ່ພວກເຮົາຈະຮູ້ຜົນ ຖ້າກົດຢືນຢັນດ້ວຍຍອດເກົ່າອີກຄັ້ງທີ່ໜ້ານີ້ ລະບົບຈະບໍ່ຖອນຊ້ຳ',
  seeStatement: 'ເບິ່ງລາຍການເຄື່ອນໄຫວ',
};
