import { NOTICE_PLACES, type NoticeKind, type PushPayload } from '@krapao/contract/notice-kinds';
import { localized, type Language, type Localized } from '../../content/fields.ts';

/** True also of a deposit that is held, and so is not in the wallet. */
const MONEY: Localized = {
  en: 'Something new about your money',
  th: 'มีความเคลื่อนไหวใหม่เกี่ยวกับเงินของคุณ',
  la: 'ມີຄວາມເຄື່ອນໄຫວໃໝ່ກ່ຽວກັບເງິນຂອງທ່ານ',
};
const MESSAGE: Localized = {
  en: 'You have a new message',
  th: 'คุณมีข้อความใหม่',
  la: 'ທ່ານມີຂໍ້ຄວາມໃໝ່',
};
const ACCOUNT: Localized = {
  en: 'Something changed in your account. Please have a look',
  th: 'มีการเปลี่ยนแปลงในบัญชีของคุณ โปรดตรวจสอบ',
  la: 'ມີການປ່ຽນແປງໃນບັນຊີຂອງທ່ານ ກະລຸນາກວດສອບ',
};

/** Texts of each kind on a locked screen: no amounts, names or numbers. */
const BODIES: Readonly<Record<NoticeKind, Localized>> = {
  money_in: MONEY,
  money_out: MONEY,
  money_back: MONEY,
  correction: MONEY,
  credit: MONEY,
  chat: MESSAGE,
  device: ACCOUNT,
  account: ACCOUNT,
  limit: ACCOUNT,
  protection: ACCOUNT,
};

/** Returns what a browser is pushed. Pushes of one kind take each other's place. */
export const pushPayload = (kind: NoticeKind, language: Language, brand: Localized): PushPayload => ({
  title: localized(brand, language),
  body: localized(BODIES[kind], language),
  path: NOTICE_PLACES[kind],
  tag: kind,
});
