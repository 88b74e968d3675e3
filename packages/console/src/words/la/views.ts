import type { Words } from '../words.ts';

export const views: Words['views'] = {
  title: 'ມຸມມອງ',
  own: 'ຂອງຂ້ອຍ',
  shared: 'ທີ່ຄົນອື່ນແບ່ງປັນ',
  keep: 'ເກັບມຸມມອງນີ້ …',
  keepShort: 'ເກັບ',
  kept: 'ເກັບ “{name}” ແລ້ວ',
  name: 'ຊື່',
  nameHint: 'ມຸມມອງຊື່ດຽວກັນຈະຖືກແທນ',
  audience: 'ໃຜເຫັນໄດ້',
  audienceOwn: 'ຂ້ອຍຄົນດຽວ',
  audienceShared: 'ພະນັກງານທຸກຄົນທີ່ເຂົ້າຫ້ອງນີ້ໄດ້',
  forget: 'ລຶບ “{name}” …',
  forgetShort: 'ລຶບ',
  forgetOwn: 'ລຶບສະເພາະຕົວກອງ ຢ່າງອື່ນບໍ່ປ່ຽນ',
  forgetShared: 'ຄົນອື່ນຈະບໍ່ເຫັນມຸມມອງນີ້ນຳ ລຶບສະເພາະຕົວກອງເທົ່ານັ້ນ',
};
