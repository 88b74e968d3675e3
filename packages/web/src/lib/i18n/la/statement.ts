import type { statement as source } from '../th/statement.ts';
import type { Translated } from '../translated.ts';

export const statement: Translated<typeof source> = {
  title: 'ລາຍການເຄື່ອນໄຫວ',
  deposit: 'ຝາກເງິນ',
  withdraw: 'ຖອນເງິນ',
  transfer: 'ໂອນເຄຣດິດ',
  bonus: 'ຮັບໂບນັດ',
  finish_bonus: 'ຈົບໂບນັດ',
  success: 'ສຳເລັດ',
  failed: 'ບໍ່ສຳເລັດ',
  inProgress: 'ກຳລັງດຳເນີນການ',
  mainWallet: 'ກະເປົາຫຼັກ',
  to: 'ໄປຫາ',
  today: 'ມື້ນີ້',
  yesterday: 'ມື້ວານ',
  end: 'ຄົບທຸກລາຍການແລ້ວ',
  empty: 'ຍັງບໍ່ມີລາຍການ',
  emptyHint: 'ເມື່ອທ່ານຝາກ ຖອນ ຫຼື ໂອນເຄຣດິດ ລາຍການຈະຢູ່ທີ່ນີ້',
  firstDeposit: 'ຝາກເງິນຄັ້ງທຳອິດ',
};
