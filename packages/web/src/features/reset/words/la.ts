import type { reset as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const reset: Translated<typeof source> = {
  title: 'ຕັ້ງລະຫັດຜ່ານໃໝ່',
  phoneLead: 'ປ້ອນເບີທີ່ໃຊ້ເຂົ້າສູ່ລະບົບ ພວກເຮົາຈະສົ່ງລະຫັດ OTP ໄປຫາເບີນີ້',
  phone: 'ເບີໂທລະສັບ',
  phoneLength: 'ເບີໂທລະສັບຕ້ອງມີ 10 ຕົວເລກ',
  phoneRefused: 'ເບີໂທລະສັບນີ້ບໍ່ຖືກຕ້ອງ ກະລຸນາກວດເບິ່ງອີກຄັ້ງ',
  send: 'ສົ່ງລະຫັດ OTP',
  haveCode: 'ມີລະຫັດແລ້ວ',
  codeLead: 'ຖ້າເບີ {phone} ມີບັນຊີກັບພວກເຮົາ ລະຫັດ OTP ຈະສົ່ງຮອດເບີນີ້ ປ້ອນລະຫັດແລ້ວຕັ້ງລະຫັດຜ່ານໃໝ່',
  code: 'ລະຫັດ OTP',
  password: 'ລະຫັດຜ່ານໃໝ່',
  passwordHint: 'ຢ່າງໜ້ອຍ {count} ຕົວອັກສອນ',
  submit: 'ຕັ້ງລະຫັດຜ່ານໃໝ່',
  after: 'ຫຼັງຕັ້ງລະຫັດຜ່ານໃໝ່ ທຸກເຄື່ອງຈະອອກຈາກລະບົບ ແລະ ລາຍການຖອນອາດພັກໄວ້ໄລຍະໜຶ່ງເພື່ອຄວາມປອດໄພ',
  resend: 'ສົ່ງລະຫັດອີກຄັ້ງ',
  resendIn: 'ສົ່ງລະຫັດອີກຄັ້ງໄດ້ໃນ {time}',
  changePhone: 'ປ່ຽນເບີໂທລະສັບ',
  success: 'ຕັ້ງລະຫັດຜ່ານໃໝ່ແລ້ວ ເຂົ້າສູ່ລະບົບໄດ້ເລີຍ',
  noCode: 'ບໍ່ໄດ້ຮັບລະຫັດ?',
  help: 'ຕິດຕໍ່ພວກເຮົາ',
  back: 'ກັບໄປໜ້າເຂົ້າສູ່ລະບົບ',
};
