import type { home as source } from '../th/home.ts';
import type { Translated } from '../translated.ts';

export const home: Translated<typeof source> = {
  title: 'ໜ້າຫຼັກ',
  total: 'ຍອດເງິນລວມ ({unit})',
  baht: 'ບາດ',
  kip: 'ກີບ',
  updated: 'ອັບເດດ',
  refresh: 'ອັບເດດຍອດເງິນ',
  mainWallet: 'ກະເປົາຫຼັກ',
  inGames: 'ຢູ່ໃນເກມ',
  transit: '{amount} ກຳລັງດຳເນີນການ',
  transitHint: 'ບໍ່ຕ້ອງເຮັດຫຍັງ ລະບົບຈະປັບຍອດໃຫ້ເອງ',
  slotGames: 'ສະລັອດ',
  sportGames: 'ກິລາ ແລະ ຄາຊິໂນ',
  lottoGames: 'ຫວຍ',
  slotEmpty: 'ຍັງບໍ່ມີເກມສະລັອດໃນຕອນນີ້',
  sportEmpty: 'ຍັງບໍ່ມີເກມກິລາ ແລະ ຄາຊິໂນໃນຕອນນີ້',
  lottoEmpty: 'ຍັງບໍ່ມີຫວຍໃນຕອນນີ້',
  openAccount: 'ເປີດບັນຊີ',
  gameDown: 'ຂັດຂ້ອງຊົ່ວຄາວ',
  gameTransit: 'ກຳລັງໂອນ {amount}',
  collect: 'ດຶງກັບທັງໝົດ',
  cards: 'ກະເປົາທີ່ສະແດງ',
  cash: 'ເງິນສົດ',
  bonus: 'ໂບນັດ',
};
