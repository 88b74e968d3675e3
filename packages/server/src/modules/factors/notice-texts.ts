import type { AccountChange } from '@krapao/contract/notices';
import type { Language } from '../../content/fields.ts';

/** What a member is told of by a message. */
export type AccountEvent = 'newDevice' | AccountChange;

type Text = Readonly<Record<Language, string>>;

/** Returns the message of a change, with what to do about one that the member did not make. */
const changed = (th: string, la: string, en: string): Text => ({
  th: `${th} หากไม่ใช่คุณ ติดต่อเราทันที`,
  la: `${la} ຫາກບໍ່ແມ່ນທ່ານ ຕິດຕໍ່ພວກເຮົາທັນທີ`,
  en: `${en} If it was not you, contact us at once.`,
});

/** The message of each event. None has a name, a number or a code: anyone may see a locked screen. */
export const ACCOUNT_TEXTS: Readonly<Record<AccountEvent, Text>> = {
  newDevice: changed(
    'มีการเข้าสู่ระบบบัญชีของคุณจากเครื่องใหม่',
    'ມີການເຂົ້າສູ່ລະບົບບັນຊີຂອງທ່ານຈາກເຄື່ອງໃໝ່',
    'Your account was logged in to on a new device.',
  ),
  password: changed('รหัสผ่านของคุณถูกเปลี่ยนแล้ว', 'ລະຫັດຜ່ານຂອງທ່ານຖືກປ່ຽນແລ້ວ', 'Your password was changed.'),
  phone: changed(
    'เบอร์โทรของบัญชีคุณถูกเปลี่ยนแล้ว',
    'ເບີໂທຂອງບັນຊີທ່ານຖືກປ່ຽນແລ້ວ',
    'The phone number of your account was changed.',
  ),
  bank: changed('บัญชีธนาคารของคุณถูกเปลี่ยนแล้ว', 'ບັນຊີທະນາຄານຂອງທ່ານຖືກປ່ຽນແລ້ວ', 'Your bank account was changed.'),
  name: changed('ชื่อในบัญชีของคุณถูกเปลี่ยนแล้ว', 'ຊື່ໃນບັນຊີຂອງທ່ານຖືກປ່ຽນແລ້ວ', 'Your name was changed.'),
  passkey: changed(
    'มีการเพิ่มพาสคีย์ในบัญชีของคุณ',
    'ມີການເພີ່ມພາສຄີໃນບັນຊີຂອງທ່ານ',
    'A passkey was added to your account.',
  ),
  passkeyRemoved: changed(
    'พาสคีย์ของบัญชีคุณถูกลบแล้ว',
    'ພາສຄີຂອງບັນຊີທ່ານຖືກລຶບແລ້ວ',
    'A passkey of your account was removed.',
  ),
  totp: changed(
    'มีการตั้งแอปยืนยันตัวตนให้บัญชีของคุณ',
    'ມີການຕັ້ງແອັບຢືນຢັນຕົວຕົນໃຫ້ບັນຊີຂອງທ່ານ',
    'An authenticator app was set up for your account.',
  ),
  totpRemoved: changed(
    'แอปยืนยันตัวตนของบัญชีคุณถูกลบแล้ว',
    'ແອັບຢືນຢັນຕົວຕົນຂອງບັນຊີທ່ານຖືກລຶບແລ້ວ',
    'The authenticator app of your account was removed.',
  ),
  codes: changed(
    'รหัสกู้คืนของบัญชีคุณถูกสร้างใหม่แล้ว',
    'ລະຫັດກູ້ຄືນຂອງບັນຊີທ່ານຖືກສ້າງໃໝ່ແລ້ວ',
    'The recovery codes of your account were replaced.',
  ),
  factorsRemoved: changed(
    'พาสคีย์ แอปยืนยันตัวตน และรหัสกู้คืนของบัญชีคุณถูกลบแล้ว',
    'ພາສຄີ ແອັບຢືນຢັນຕົວຕົນ ແລະ ລະຫັດກູ້ຄືນຂອງບັນຊີທ່ານຖືກລຶບແລ້ວ',
    'Passkeys, authenticator app and recovery codes of your account were removed.',
  ),
};
