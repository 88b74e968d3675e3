/** The banks of the sandbox, as far as transfers and slips need them. */
import type { NameStyle } from './masks.ts';

export interface BankInfo {
  readonly code: string;
  /** Three digits at the Bank of Thailand, used in the QR of its slips; null abroad. */
  readonly number: string | null;
  /** Bank name as on its own slips. */
  readonly name: string;
  /** Part of a sender's account number that the operator's feed shows for this bank. */
  readonly accountInFeed: 'middle' | 'last' | 'whole';
  /** Style of the senders' names. */
  readonly nameInFeed: NameStyle;
}

const bank = (
  code: string,
  number: string | null,
  name: string,
  accountInFeed: BankInfo['accountInFeed'] = 'last',
  nameInFeed: NameStyle = 'whole',
): BankInfo => ({ code, number, name, accountInFeed, nameInFeed });

export const BANKS: readonly BankInfo[] = [
  bank('BBL', '002', 'ธ.กรุงเทพ', 'last', 'stars'),
  bank('KBANK', '004', 'ธ.กสิกรไทย', 'last', 'cut'),
  bank('KTB', '006', 'ธ.กรุงไทย', 'whole'),
  bank('TTB', '011', 'ธ.ทหารไทยธนชาต', 'last', 'cut'),
  // TMB is its former name; customers and systems still use it.
  bank('TMB', '011', 'ธ.ทหารไทยธนชาต', 'last', 'cut'),
  bank('SCB', '014', 'ธ.ไทยพาณิชย์', 'last', 'plain'),
  bank('CIMBT', '022', 'ธ.ซีไอเอ็มบี ไทย'),
  bank('UOBT', '024', 'ธ.ยูโอบี'),
  bank('BAY', '025', 'ธ.กรุงศรีอยุธยา', 'middle', 'stars'),
  bank('GSB', '030', 'ธ.ออมสิน', 'middle', 'stars'),
  bank('GHB', '033', 'ธ.อาคารสงเคราะห์'),
  bank('BAAC', '034', 'ธ.ก.ส.', 'whole', 'cut'),
  bank('TISCO', '067', 'ธ.ทิสโก้'),
  bank('KKP', '069', 'ธ.เกียรตินาคินภัทร'),
  bank('ICBCT', '070', 'ธ.ไอซีบีซี (ไทย)'),
  bank('TCD', '071', 'ธ.ไทยเครดิต'),
  bank('LHFG', '073', 'ธ.แลนด์ แอนด์ เฮ้าส์'),
  bank('SME', '098', 'ธพว.'),
  bank('BCEL', null, 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ'),
  bank('JDB', null, 'ທະນາຄານຮ່ວມພັດທະນາ'),
  bank('LDB', null, 'ທະນາຄານພັດທະນາລາວ'),
  bank('APB', null, 'ທະນາຄານສົ່ງເສີມກະສິກຳ'),
];

const byCode: ReadonlyMap<string, BankInfo> = new Map(BANKS.map((info) => [info.code, info]));

export const bankInfo = (code: string): BankInfo | undefined => byCode.get(code);
