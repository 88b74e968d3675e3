import type { network as source } from '../th/network.ts';
import type { Translated } from '../translated.ts';

export const network: Translated<typeof source> = {
  nothingSent: 'ບໍ່ມີອິນເຕີເນັດ ຍັງບໍ່ໄດ້ສົ່ງລາຍການ ເງິນບໍ່ເຄື່ອນໄຫວ',
  unreachable: 'ຕິດຕໍ່ລະບົບບໍ່ໄດ້ ກຳລັງລອງໃໝ່ ຍອດເງິນທີ່ເຫັນອາດບໍ່ເປັນປັດຈຸບັນ',
  checking: 'ຍັງບໍ່ຮູ້ຜົນລາຍການຫຼ້າສຸດ ກຳລັງກວດສອບໃຫ້',
  done: '{what} ສຳເລັດແລ້ວ',
  pending: '{what} ລະບົບຮັບລາຍການແລ້ວ ກຳລັງດຳເນີນການ',
  refused: '{what} ບໍ່ສຳເລັດ {reason}',
  lost: '{what} ບໍ່ຮູ້ຜົນ ກະລຸນາເບິ່ງຍອດເງິນ ແລະ ລາຍການເຄື່ອນໄຫວ ກ່ອນເຮັດລາຍການໃໝ່',
  noTrace: '{what} ຍັງບໍ່ມີຜົນໃນລະບົບ ເຮັດລາຍການໃໝ່ໄດ້ ລະບົບຈະບໍ່ນັບຊ້ຳ',
  toldElsewhere: '{what} ກວດສອບແລ້ວໃນໜ້າຕ່າງອື່ນຂອງທ່ານ ເບິ່ງຜົນໄດ້ທີ່ລາຍການເຄື່ອນໄຫວ',
  asOf: 'ເວລາ {time}',
  stale: 'ຍັງບໍ່ແມ່ນຍອດຫຼ້າສຸດ',
};
