import type { login as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const login: Translated<typeof source> = {
  title: 'ເຂົ້າສູ່ລະບົບ',
  welcome: 'ຍິນດີຕ້ອນຮັບ',
  tagline: 'ກະເປົາດຽວ ສຳລັບທຸກເກມຂອງທ່ານ',
  phone: 'ເບີໂທລະສັບ',
  password: 'ລະຫັດຜ່ານ',
  remember: 'ຈື່ການເຂົ້າສູ່ລະບົບ',
  frameForgets: 'ບຣາວເຊີບໍ່ໃຫ້ເວັບນີ້ເກັບຂໍ້ມູນໃນໜ້າທີ່ຝັງຢູ່ ເມື່ອໂຫຼດໜ້າໃໝ່ ທ່ານຈະຕ້ອງເຂົ້າສູ່ລະບົບອີກຄັ້ງ',
  ownWindow: 'ເປີດໃນໜ້າຕ່າງໃໝ່',
  submit: 'ເຂົ້າສູ່ລະບົບ',
  noAccount: 'ຍັງບໍ່ມີບັນຊີ?',
  register: 'ສະໝັກສະມາຊິກ',
  forgot: 'ລືມລະຫັດຜ່ານ?',
};
