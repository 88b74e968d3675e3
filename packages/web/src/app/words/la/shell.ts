import type { shell as source } from '../th/shell.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const shell: Translated<typeof source> = {
  menu: 'ເມນູຫຼັກ',
  login: 'ເຂົ້າສູ່ລະບົບ',
  register: 'ສະໝັກສະມາຊິກ',
  contact: 'ຕິດຕໍ່',
  skip: 'ຂ້າມໄປຫາເນື້ອຫາ',
};
