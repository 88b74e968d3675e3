import type { status as source } from '../th/status.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const status: Translated<typeof source> = {
  notFoundText: 'ບໍ່ພົບໜ້າທີ່ທ່ານເປີດ ອາດຖືກຍ້າຍ ຫຼື ພິມທີ່ຢູ່ຜິດ',
  goHome: 'ກັບໜ້າຫຼັກ',
  terminatedTitle: 'ປິດບໍລິການຊົ່ວຄາວ',
  terminatedText: 'ຂະນະນີ້ {name} ປິດບໍລິການ ຖ້າມີຂໍ້ສົງໄສກ່ຽວກັບຍອດເງິນຂອງທ່ານ ກະລຸນາຕິດຕໍ່ທີມງານ',
  closedMoney: 'ເງິນຂອງທ່ານປອດໄພ ທ່ານຍັງດຶງເຄຣດິດກັບຈາກເກມ ແລະ ຖອນເງິນໄດ້',
  closedToWallet: 'ໄປທີ່ກະເປົາຂອງຂ້ອຍ',
  closedToLogin: 'ເຂົ້າສູ່ລະບົບເພື່ອຖອນເງິນ',
  crashTitle: 'ໜ້ານີ້ມີບັນຫາ',
  crashText:
    'ເງິນຂອງທ່ານເກັບຢູ່ໃນລະບົບ ແລະ ບໍ່ປ່ຽນຍ້ອນບັນຫານີ້ ລາຍການທີ່ສົ່ງໄປແລ້ວເບິ່ງໄດ້ໃນໜ້າລາຍການເຄື່ອນໄຫວ ເມື່ອໂຫຼດໃໝ່ ພວກເຮົາຈະກວດລາຍການທີ່ຍັງບໍ່ຮູ້ຜົນໃຫ້ເອງ',
  crashReference: 'ລະຫັດອ້າງອີງ {reference}',
  partCrash: 'ໜ້າຕ່າງນີ້ມີບັນຫາຈຶ່ງຖືກປິດ ຖ້າຫາກໍສົ່ງລາຍການ ເບິ່ງຜົນໄດ້ໃນໜ້າລາຍການເຄື່ອນໄຫວ',
  reload: 'ໂຫຼດໃໝ່',
};
