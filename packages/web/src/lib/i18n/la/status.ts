import type { status as source } from '../th/status.ts';
import type { Translated } from '../translated.ts';

export const status: Translated<typeof source> = {
  notFoundText: 'ບໍ່ພົບໜ້າທີ່ທ່ານເປີດ ອາດຖືກຍ້າຍ ຫຼື ພິມທີ່ຢູ່ຜິດ',
  goHome: 'ກັບໜ້າຫຼັກ',
  terminatedTitle: 'ປິດໃຫ້ບໍລິການຊົ່ວຄາວ',
  terminatedText: 'ຂະນະນີ້ {name} ປິດໃຫ້ບໍລິການ ຖ້າມີຂໍ້ສົງໄສກ່ຽວກັບຍອດເງິນຂອງທ່ານ ກະລຸນາຕິດຕໍ່ທີມງານ',
  crashTitle: 'ໜ້ານີ້ມີບັນຫາ',
  crashText: 'ເງິນຂອງທ່ານປອດໄພ ກະລຸນາໂຫຼດໜ້ານີ້ໃໝ່',
  reload: 'ໂຫຼດໃໝ່',
};
