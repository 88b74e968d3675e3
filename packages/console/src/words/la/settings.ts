import type { Words } from '../words.ts';

export const settings: Words['settings'] = {
  title: 'ການຕັ້ງຄ່າທີ່ໃຊ້ຢູ່',
  lead: 'ເປັນຕົວແປສະພາບແວດລ້ອມທີ່ອ່ານເມື່ອເລີ່ມເຊີບເວີ ໜ້ານີ້ເບິ່ງໄດ້ຢ່າງດຽວ',
  find: 'ຄົ້ນຫາການຕັ້ງຄ່າ',
  findHint: 'ບາງສ່ວນຂອງຊື່',
  none: 'ບໍ່ມີການຕັ້ງຄ່າຊື່ນີ້',
  name: 'ຊື່',
  value: 'ຄ່າທີ່ໃຊ້ຢູ່',
  source: 'ທີ່ມາ',
  about: 'ໃຊ້ເຮັດຫຍັງ',
  environment: 'ສະພາບແວດລ້ອມ',
  default: 'ຄ່າເລີ່ມຕົ້ນ',
  isSet: 'ຕັ້ງໄວ້',
  notSet: 'ບໍ່ໄດ້ຕັ້ງ',
};

export const settingSections: Words['settingSections'] = {
  'Server process': 'ຂະບວນການເຊີບເວີ',
  Database: 'ຖານຂໍ້ມູນ',
  'Secrets and sessions': 'ຄວາມລັບ ແລະ ເຊສຊັນ',
  'Money and counterparties': 'ເງິນ ແລະ ຄູ່ຄ້າ',
  Services: 'ບໍລິການ',
  Files: 'ໄຟລ໌',
  Staff: 'ພະນັກງານ',
  'Browsers and proxies': 'ບຣາວເຊີ ແລະ ພຣັອກຊີ',
  'Logs, metrics and traces': 'ບັນທຶກ ຕົວຊີ້ວັດ ແລະ ການຕິດຕາມ',
  Sandbox: 'ລະບົບຈຳລອງ',
  'Rate limits': 'ຂີດຈຳກັດຄຳຮ້ອງ',
  Counterparties: 'ຄູ່ຄ້າ',
};
