import type { invite as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const invite: Translated<typeof source> = {
  title: 'ຊວນໝູ່',
  bonus: 'ໂບນັດແນະນຳໝູ່',
  receive: 'ຮັບເຂົ້າກະເປົາ',
  rate: 'ຮັບ {percent}% ຂອງຍອດຝາກຈາກໝູ່ທີ່ທ່ານຊວນ',
  cardHint: 'ລາຍຮັບຈາກໝູ່ທີ່ທ່ານຊວນຈະສະສົມຢູ່ບ່ອນນີ້',
  unknownMsg: 'ການເຊື່ອມຕໍ່ຂາດກ່ອນໄດ້ຮັບຄຳຕອບ ກົດຮັບອີກຄັ້ງໄດ້ ລະບົບໃຫ້ພຽງຄັ້ງດຽວ ລະບົບກຳລັງກວດສອບໃຫ້ ແລະ ຈະແຈ້ງຜົນ',
  hint: 'ໃຫ້ໝູ່ສະແກນ ຫຼື ສົ່ງລິ້ງນີ້ໃຫ້ໝູ່ສະໝັກ',
  link: 'ລິ້ງຊວນໝູ່',
  qr: 'ຄິວອາໂຄ້ດຂອງລິ້ງຊວນໝູ່',
  share: 'ແບ່ງປັນລິ້ງ',
  shareText: 'ມາຫຼິ້ນນຳກັນທີ່ {name}',
  list: 'ໂບນັດຈາກໝູ່',
  none: 'ຍັງບໍ່ມີໂບນັດຈາກໝູ່',
  noneHint: 'ເມື່ອໝູ່ທີ່ທ່ານຊວນເລີ່ມຫຼິ້ນ ໂບນັດຈະສະແດງຢູ່ບ່ອນນີ້',
};
