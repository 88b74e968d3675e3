import type { common as source } from '../th/common.ts';
import type { Translated } from '../translated.ts';

export const common: Translated<typeof source> = {
  unexpectedError: 'ເກີດຂໍ້ຜິດພາດທີ່ບໍ່ຄາດຄິດ ກະລຸນາລອງໃໝ່ອີກຄັ້ງ',
  connectionError: 'ເຊື່ອມຕໍ່ບໍ່ໄດ້ ກະລຸນາກວດເບິ່ງອິນເຕີເນັດແລ້ວລອງໃໝ່',
  waitSeconds: 'ລອງໃໝ່ໄດ້ໃນ {count} ວິນາທີ',
  waitMinutes: 'ລອງໃໝ່ໄດ້ໃນ {count} ນາທີ',
  waitHours: 'ລອງໃໝ່ໄດ້ໃນ {count} ຊົ່ວໂມງ',
  retry: 'ລອງໃໝ່',
  loading: 'ກຳລັງໂຫຼດ',
  loadFailed: 'ໂຫຼດຂໍ້ມູນບໍ່ສຳເລັດ',
  empty: 'ຍັງບໍ່ມີຂໍ້ມູນ',
  showPassword: 'ສະແດງລະຫັດຜ່ານ',
  hidePassword: 'ເຊື່ອງລະຫັດຜ່ານ',
  required: 'ກະລຸນາປ້ອນຂໍ້ມູນນີ້',
  language: 'ພາສາ',
};
