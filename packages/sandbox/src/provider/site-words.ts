/** The words of a provider's site, in the languages its players read. */
import type { Lang } from '../store/records.ts';

export interface SiteWords {
  readonly htmlLang: string;
  readonly hello: string;
  readonly credit: string;
  readonly turnover: string;
  readonly stake: string;
  readonly spin: string;
  readonly ready: string;
  /** `{amount}` stands for the amount. */
  readonly won: string;
  readonly lost: string;
  readonly notEnough: string;
  readonly signedOut: string;
  readonly failed: string;
  readonly pays: string;
  readonly leave: string;
  readonly opening: string;
  readonly username: string;
  readonly password: string;
  readonly signIn: string;
  readonly signInTitle: string;
  readonly wrong: string;
  readonly linkTitle: string;
  readonly linkText: string;
  readonly byeTitle: string;
  readonly byeText: string;
  readonly missingTitle: string;
  readonly missingText: string;
}

const th: SiteWords = {
  htmlLang: 'th',
  hello: 'สวัสดี',
  credit: 'เครดิต',
  turnover: 'ยอดเล่น',
  stake: 'เดิมพัน',
  spin: 'หมุน',
  ready: 'เลือกเดิมพัน แล้วกดหมุนได้เลย',
  won: 'ยินดีด้วย! ได้ ฿{amount}',
  lost: 'รอบนี้ยังไม่ได้ ลองใหม่อีกครั้ง',
  notEnough: 'เครดิตไม่พอสำหรับเดิมพันนี้',
  signedOut: 'ออกจากระบบแล้ว กรุณาเปิดเกมใหม่จากกระเป๋าเงินของคุณ',
  failed: 'เชื่อมต่อไม่ได้ กำลังอ่านเครดิตล่าสุด',
  pays: 'ตารางจ่าย (เท่าของเดิมพัน)',
  leave: 'ออกจากเกม',
  opening: 'กำลังเปิดเกม',
  username: 'ชื่อผู้ใช้',
  password: 'รหัสผ่าน',
  signIn: 'เข้าสู่ระบบ',
  signInTitle: 'เข้าสู่ห้องเกม',
  wrong: 'ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง',
  linkTitle: 'ลิงก์นี้ใช้ไม่ได้แล้ว',
  linkText: 'ลิงก์เข้าเกมใช้ได้ครั้งเดียวภายในหนึ่งนาที กรุณากลับไปที่กระเป๋าเงินแล้วกดเล่นอีกครั้ง',
  byeTitle: 'แล้วพบกันใหม่',
  byeText: 'เครดิตของคุณยังอยู่ครบ ปิดหน้านี้แล้วกลับไปที่กระเป๋าเงินได้เลย',
  missingTitle: 'ไม่พบค่ายเกมนี้',
  missingText: 'ที่อยู่นี้ไม่ตรงกับค่ายเกมใด กรุณาเปิดเกมจากกระเป๋าเงินของคุณ',
};

const la: SiteWords = {
  htmlLang: 'lo',
  hello: 'ສະບາຍດີ',
  credit: 'ເຄຣດິດ',
  turnover: 'ຍອດຫຼິ້ນ',
  stake: 'ເດີມພັນ',
  spin: 'ໝຸນ',
  ready: 'ເລືອກເດີມພັນ ແລ້ວກົດໝຸນໄດ້ເລີຍ',
  won: 'ຍິນດີນຳ! ໄດ້ {amount}',
  lost: 'ຮອບນີ້ຍັງບໍ່ໄດ້ ລອງໃໝ່ອີກຄັ້ງ',
  notEnough: 'ເຄຣດິດບໍ່ພໍສຳລັບເດີມພັນນີ້',
  signedOut: 'ອອກຈາກລະບົບແລ້ວ ກະລຸນາເປີດເກມໃໝ່ຈາກກະເປົາຂອງທ່ານ',
  failed: 'ເຊື່ອມຕໍ່ບໍ່ໄດ້ ກຳລັງອ່ານເຄຣດິດລ່າສຸດ',
  pays: 'ຕາຕະລາງຈ່າຍ (ເທົ່າຂອງເດີມພັນ)',
  leave: 'ອອກຈາກເກມ',
  opening: 'ກຳລັງເປີດເກມ',
  username: 'ຊື່ຜູ້ໃຊ້',
  password: 'ລະຫັດຜ່ານ',
  signIn: 'ເຂົ້າສູ່ລະບົບ',
  signInTitle: 'ເຂົ້າສູ່ຫ້ອງເກມ',
  wrong: 'ຊື່ຜູ້ໃຊ້ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ',
  linkTitle: 'ລິ້ງນີ້ໃຊ້ບໍ່ໄດ້ແລ້ວ',
  linkText: 'ລິ້ງເຂົ້າເກມໃຊ້ໄດ້ຄັ້ງດຽວພາຍໃນໜຶ່ງນາທີ ກະລຸນາກັບໄປທີ່ກະເປົາແລ້ວກົດຫຼິ້ນອີກຄັ້ງ',
  byeTitle: 'ແລ້ວພົບກັນໃໝ່',
  byeText: 'ເຄຣດິດຂອງທ່ານຍັງຢູ່ຄົບ ປິດໜ້ານີ້ແລ້ວກັບໄປທີ່ກະເປົາໄດ້ເລີຍ',
  missingTitle: 'ບໍ່ພົບຄ່າຍເກມນີ້',
  missingText: 'ທີ່ຢູ່ນີ້ບໍ່ກົງກັບຄ່າຍເກມໃດ ກະລຸນາເປີດເກມຈາກກະເປົາຂອງທ່ານ',
};

const en: SiteWords = {
  htmlLang: 'en',
  hello: 'Hello',
  credit: 'Credit',
  turnover: 'Turnover',
  stake: 'Stake',
  spin: 'Spin',
  ready: 'Choose a stake, then spin',
  won: 'You win ฿{amount}!',
  lost: 'Nothing this time. Try again',
  notEnough: 'Not enough credit for this stake',
  signedOut: 'You are signed out. Open the game again from your wallet',
  failed: 'No connection. Reading your credit again',
  pays: 'What a line pays (times the stake)',
  leave: 'Leave',
  opening: 'Opening the game',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign in',
  signInTitle: 'Enter the game room',
  wrong: 'Wrong username or password',
  linkTitle: 'This link no longer works',
  linkText: 'A game link works once, within a minute. Go back to your wallet and press play again.',
  byeTitle: 'See you again',
  byeText: 'Your credit is all here. Close this page and go back to your wallet.',
  missingTitle: 'No such game provider',
  missingText: 'This address belongs to no provider. Open the game from your wallet.',
};

export const SITE_WORDS: Readonly<Record<Lang, SiteWords>> = { th, la, en };
