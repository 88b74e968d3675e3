import type { Words } from '../words.ts';

export const common: Words['common'] = {
  close: 'ປິດ',
  cancel: 'ຍົກເລີກ',
  again: 'ລອງໃໝ່',
  loading: 'ກຳລັງໂຫຼດ',
  loadFailed: 'ອ່ານຂໍ້ມູນບໍ່ໄດ້',
  stale: 'ຂໍ້ມູນ ນະ ເວລາ {time}',
  forbidden: 'ສິດຂອງທ່ານເປີດໜ້ານີ້ບໍ່ໄດ້',
  forbiddenHint: 'ຖ້າຕ້ອງໃຊ້ໃນວຽກ ໃຫ້ຂໍສິດຈາກເຈົ້າຂອງລະບົບ',
  unknown: 'ບໍ່ຮູ້',
  somebody: 'ພະນັກງານຄົນອື່ນ',
  select: 'ເລືອກ {name}',
  selectAll: 'ເລືອກທັງໝົດ',
  more: 'ສະແດງເພີ່ມ',
  end: 'ຄົບແລ້ວ',
  changed: 'ລາຍການນີ້ມີການປ່ຽນແປງ',
  show: 'ສະແດງ',
  copy: 'ສຳເນົາ {text}',
  copied: 'ສຳເນົາແລ້ວ',
  copyFailed: 'ບຣາວເຊີບໍ່ອະນຸຍາດໃຫ້ສຳເນົາ',
  reason: 'ເຫດຜົນ',
  reasonOptional: 'ເຫດຜົນ (ຖ້າມີ)',
  done: 'ຮຽບຮ້ອຍ',
  waits: 'ສົ່ງຄຳຂໍແລ້ວ ລໍຖ້າຄົນທີສອງຕັດສິນ',
  unknownEnd: 'ຍັງບໍ່ໄດ້ຄຳຕອບທີ່ຊັດເຈນ ລາຍການອາດສຳເລັດແລ້ວ ໃຫ້ປິດໜ້ານີ້ ແລະ ເບິ່ງຂໍ້ມູນກ່ອນເຮັດຊ້ຳ',
  closeAndLook: 'ປິດ ແລະ ເບິ່ງຂໍ້ມູນ',
};

export const time: Words['time'] = {
  seconds: '{count} ວິນາທີ',
  minutes: '{count} ນາທີ',
  hours: '{count} ຊົ່ວໂມງ',
  days: '{count} ມື້',
};

export const currency: Words['currency'] = {
  BAHT: 'ບາດ',
  LAK: 'ກີບ',
};

export const frame: Words['frame'] = {
  skip: 'ຂ້າມໄປຫາເນື້ອຫາ',
  search: 'ຄົ້ນຫາ',
  menu: 'ເມນູ',
  rooms: 'ໜ້າວຽກ',
  waiting: 'ລາຍການລໍຖ້າຢູ່',
  person: '{name}: ຕັ້ງຄ່າ',
  language: 'ພາສາ',
  theme: 'ສີໜ້າຈໍ',
  theme_system: 'ຕາມລະບົບ',
  theme_light: 'ແຈ້ງ',
  theme_dark: 'ມືດ',
  factor: 'ແອັບຢືນຢັນຕົວຕົນ',
  signOut: 'ອອກຈາກລະບົບ',
  notFound: 'ບໍ່ມີໜ້ານີ້',
  toToday: 'ໄປໜ້າມື້ນີ້',
};

export const palette: Words['palette'] = {
  label: 'ຊື່ໜ້າ ຫຼື ສະມາຊິກ: ເບີໂທ ຊື່ ເລກບັນຊີ …',
  found: 'ຜົນການຄົ້ນຫາ',
  none: 'ບໍ່ພົບ',
  page: 'ໜ້າ',
};

export const keys: Words['keys'] = {
  title: 'ປຸ່ມລັດ',
  help: 'ສະແດງປຸ່ມລັດ',
  palette: 'ຄົ້ນຫາໜ້າ ຫຼື ສະມາຊິກ',
  open: 'ເປີດລາຍການທີ່ເລືອກຢູ່',
  send: 'ສົ່ງແບບຟອມ',
  down: 'ແຖວຕໍ່ໄປ',
  up: 'ແຖວກ່ອນໜ້າ',
  next: 'ເປີດລາຍການຕໍ່ໄປ',
  close: 'ປິດ',
  approve: 'ອະນຸມັດ',
  refuse: 'ປະຕິເສດ',
  hold: 'ພັກໄວ້',
};

export const session: Words['session'] = {
  title: 'ເຂົ້າສູ່ລະບົບຫຼັງບ້ານ',
  email: 'ອີເມວ',
  password: 'ລະຫັດຜ່ານ',
  code: 'ລະຫັດຢືນຢັນ',
  codeHint: 'ເລກ 6 ຕົວຈາກແອັບຢືນຢັນຕົວຕົນ ຫຼື ລະຫັດສຳຮອງ',
  signIn: 'ເຂົ້າສູ່ລະບົບ',
  provider: 'ເຂົ້າສູ່ລະບົບດ້ວຍບັນຊີຂອງບໍລິສັດ',
  otherAddress: 'ໃຊ້ອີເມວອື່ນ',
  over: 'ເຊສຊັນໝົດອາຍຸ',
  overHint: 'ເຂົ້າສູ່ລະບົບອີກຄັ້ງ ຂໍ້ຄວາມທີ່ພິມຄ້າງໄວ້ຍັງຢູ່',
  unreachable: 'ເຊີບເວີບໍ່ຕອບ',
  unreachableHint: 'ກວດສອບອິນເຕີເນັດ ຫຼື VPN',
};

export const link: Words['link'] = {
  title: 'ຕັ້ງລະຫັດຜ່ານ',
  lead: 'ຢ່າງໜ້ອຍ {count} ຕົວອັກສອນ ເມື່ອຕັ້ງແລ້ວ ທຸກເຊສຊັນຂອງທ່ານຈະສິ້ນສຸດ',
  password: 'ລະຫັດຜ່ານໃໝ່',
  repeat: 'ພິມອີກຄັ້ງ',
  other: 'ລະຫັດຜ່ານສອງຊ່ອງບໍ່ຄືກັນ',
  save: 'ບັນທຶກ',
  done: 'ຕັ້ງລະຫັດຜ່ານແລ້ວ',
  doneHint: 'ລິ້ງນີ້ໃຊ້ຊ້ຳບໍ່ໄດ້',
};

export const factor: Words['factor'] = {
  title: 'ແອັບຢືນຢັນຕົວຕົນ',
  lead: 'ແອັບໃນໂທລະສັບສະແດງລະຫັດໃໝ່ທຸກ 30 ວິນາທີ ຕ້ອງໃຊ້ຕອນເຂົ້າສູ່ລະບົບ ເລີ່ມດ້ວຍການພິມລະຫັດຜ່ານອີກຄັ້ງ',
  begin: 'ຕໍ່ໄປ',
  scan: 'ສະແກນດ້ວຍແອັບ ແລ້ວພິມລະຫັດທີ່ແອັບສະແດງ',
  qr: 'ຄິວອາໂຄ້ດສຳລັບແອັບຢືນຢັນຕົວຕົນ',
  secret: 'ຫຼື ພິມຄ່ານີ້ໃນແອັບ:',
  confirm: 'ຢືນຢັນ',
  recovery: 'ລະຫັດສຳຮອງ',
  recoveryHint: 'ແຕ່ລະລະຫັດໃຊ້ແທນແອັບໄດ້ໜຶ່ງຄັ້ງ ພິມເກັບໄວ້ ຫຼື ເກັບໃນໂປຣແກຣມຈັດການລະຫັດຜ່ານ ເພາະຈະບໍ່ສະແດງອີກ',
  kept: 'ເກັບໄວ້ແລ້ວ',
};

export const roles: Words['roles'] = {
  support: 'ບໍລິການລູກຄ້າ',
  cashier: 'ແຄດເຊຍ',
  finance: 'ການເງິນ',
  risk: 'ຄວາມສ່ຽງ',
  protection: 'ດູແລຜູ້ຫຼິ້ນ',
  content: 'ເນື້ອຫາ',
  manager: 'ຜູ້ຈັດການ',
  auditor: 'ຜູ້ກວດສອບ',
  owner: 'ເຈົ້າຂອງລະບົບ',
};
