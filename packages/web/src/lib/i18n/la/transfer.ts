import type { transfer as source } from '../th/transfer.ts';
import type { Translated } from '../translated.ts';

export const transfer: Translated<typeof source> = {
  title: 'ໂອນເຄຣດິດ',
  from: 'ຈາກ',
  to: 'ໄປຫາ',
  pick: 'ເລືອກບັນຊີ',
  mainWallet: 'ກະເປົາຫຼັກ',
  option: '{name} · {amount}',
  optionDown: '{name} · ຂັດຂ້ອງຊົ່ວຄາວ',
  swap: 'ສະຫຼັບຕົ້ນທາງກັບປາຍທາງ',
  wholeBalance: 'ການໂອນເຂົ້າເກມຈະໂອນກະເປົາຫຼັກທັງໝົດ',
  submit: 'ໂອນເຄຣດິດ',
  submitAmount: 'ໂອນ {amount}',
  selectAccMsg: 'ກະລຸນາເລືອກບັນຊີຕົ້ນທາງ ແລະ ປາຍທາງ',
  canNotTransferMsg: 'ໂອນໄປບັນຊີດຽວກັນບໍ່ໄດ້',
  noGamesTitle: 'ຍັງບໍ່ມີບັນຊີເກມ',
  noGamesText: 'ເປີດບັນຊີເກມຈາກໜ້າຫຼັກກ່ອນ ແລ້ວຈຶ່ງໂອນເຄຣດິດໄດ້',
  pendingTitle: 'ເຄຣດິດກຳລັງເດີນທາງ',
  pendingMsg: 'ກຳລັງໂອນ {amount} ຄ່າຍເກມຍັງບໍ່ຢືນຢັນ ບໍ່ຕ້ອງເຮັດຫຍັງ ລະບົບຈະປັບຍອດໃຫ້ເອງ',
  unknownMsg:
    'ການເຊື່ອມຕໍ່ຂາດກ່ອນໄດ້ຮັບຄຳຕອບ ເຄຣດິດຂອງທ່ານບໍ່ເສຍ ອາດໂອນໄປແລ້ວ ຫຼື ຍັງບໍ່ໄດ້ໂອນ ກະລຸນາເບິ່ງຍອດລ່າສຸດກ່ອນ ຖ້າຍັງບໍ່ປ່ຽນ ກົດອີກຄັ້ງໄດ້ ຈະບໍ່ໂອນຊ້ຳ',
  stayedMsg: 'ໂອນເຄຣດິດບໍ່ສຳເລັດ ເຄຣດິດຍັງຢູ່ໃນເກມ',
};
