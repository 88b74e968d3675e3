import type { contact as source } from './th.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const contact: Translated<typeof source> = {
  title: 'ຕິດຕໍ່ພວກເຮົາ',
  open: 'ເປີດແອັບແຊັດ',
  qrAlt: 'ຄິວອາໂຄ້ດສຳລັບຕິດຕໍ່ພວກເຮົາ',
  scan: 'ສະແກນເພື່ອເພີ່ມໝູ່',
  version: 'ເວີຊັນ {version}',
  howto: 'ເບິ່ງວິທີນຳໃຊ້',
  chat: 'ແຊັດກັບທີມງານ',
  chatHint: 'ຖາມໄດ້ທຸກເລື່ອງ ສົ່ງຮູບ ແລະ ວິດີໂອໄດ້',
  newMessages: 'ຂໍ້ຄວາມໃໝ່ {count} ຂໍ້ຄວາມ',
};
