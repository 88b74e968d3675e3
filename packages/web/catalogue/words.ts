import { useLocale } from '../src/lib/i18n/i18n.ts';
import type { Locale } from '../src/lib/i18n/locale.ts';

/** Words to fill components with, long ones too; those that components say themselves are the product's. */
const WORDS = {
  th: {
    short: 'ฝากเงิน',
    long: 'กรุณาตรวจสอบเลขที่บัญชีธนาคารและชื่อเจ้าของบัญชีให้ตรงกันก่อนยืนยันการถอนเงิน',
    unbroken: 'นโยบายความเป็นส่วนตัวและเงื่อนไขการใช้บริการทั้งหมดของผู้ให้บริการ',
    label: 'เบอร์โทรศัพท์',
    hint: 'เบอร์ที่ใช้สมัคร 10 หลัก',
    error: 'กรุณากรอกเบอร์โทรศัพท์ให้ครบ 10 หลัก',
    person: 'สมหญิง รักเกม',
    bank: 'ธนาคารกสิกรไทย',
  },
  la: {
    short: 'ຝາກເງິນ',
    long: 'ກະລຸນາກວດສອບເລກບັນຊີທະນາຄານ ແລະ ຊື່ເຈົ້າຂອງບັນຊີໃຫ້ກົງກັນກ່ອນຢືນຢັນການຖອນເງິນ',
    unbroken: 'ນະໂຍບາຍຄວາມເປັນສ່ວນຕົວແລະເງື່ອນໄຂການໃຊ້ບໍລິການທັງໝົດຂອງຜູ້ໃຫ້ບໍລິການ',
    label: 'ເບີໂທລະສັບ',
    hint: 'ເບີທີ່ໃຊ້ສະໝັກ',
    error: 'ກະລຸນາໃສ່ເບີໂທລະສັບໃຫ້ຄົບ',
    person: 'ຄຳລາ ຮັກເກມ',
    bank: 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ',
  },
  en: {
    short: 'Deposit',
    long: 'Please make sure that the account number and the name of its holder belong together before you confirm',
    unbroken: 'Incomprehensibilities-of-counterrevolutionaries-unabbreviated',
    label: 'Phone number',
    hint: 'The ten digits you registered with',
    error: 'Please give all ten digits of the phone number',
    person: 'Somying Rakgame',
    bank: 'Kasikornbank',
  },
} as const satisfies Record<Locale, unknown>;

/** The words of the language that the sheet is shown in. */
export const useWords = () => WORDS[useLocale()];
