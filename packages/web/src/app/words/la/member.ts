import type { member as source } from '../th/member.ts';
import type { Translated } from '../../../lib/i18n/translated.ts';

export const member: Translated<typeof source> = {
  home: 'ໜ້າຫຼັກ',
  statement: 'ລາຍການ',
  conditions: 'ເງື່ອນໄຂ',
  actions: 'ເຮັດທຸລະກຳ',
  profile: 'ໂປຣໄຟລ໌ຂອງ {name}',
  profileLink: 'ໂປຣໄຟລ໌',
  playSafely: 'ຫຼິ້ນຢ່າງປອດ\u2060ໄພ',
  logout: 'ອອກຈາກລະບົບ',
  credit: 'ເຄຣດິດລວມ',
  balanceTotal: 'ຍອດເງິນລວມ',
  neverSynced: 'ແຕະເພື່ອອັບເດດຍອດ',
  refreshBalance: 'ອັບເດດຍອດເງິນ',
  depositHint: 'ເຕີມເງິນເຂົ້າກະເປົາ',
  withdrawHint: 'ໂອນເຂົ້າບັນຊີທະນາຄານ',
  transferHint: 'ລະຫວ່າງກະເປົາກັບເກມ',
  notices: 'ການແຈ້ງເຕືອນ',
  noticesNew: 'ການແຈ້ງເຕືອນ ໃໝ່ {count} ລາຍການ',
};
