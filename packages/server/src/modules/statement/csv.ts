import { HELD_BALANCE, MAIN_WALLET } from '@krapao/contract/limits';
import { toDecimal } from '@krapao/contract/money';
import type { StatementType } from '@krapao/contract/statement';
import type { Content } from '../../content/schema.ts';
import type { Language } from '../../content/fields.ts';
import type { Member } from '../../domain/member.ts';
import { bangkokTime, BYTE_ORDER_MARK, csvLine } from '../../kernel/csv.ts';
import type { TransferState } from '../../ledger/types.ts';
import { isCorrection } from '../../ledger/kinds/registry.ts';
import { descriptionIn } from './present.ts';
import type { StatementRow } from './repo.ts';

interface Words {
  columns: readonly [
    time: string,
    type: string,
    status: string,
    from: string,
    to: string,
    amount: string,
    currency: string,
    about: string,
    ended: string,
    reference: string,
  ];
  types: Readonly<Record<StatementType, string>>;
  correction: string;
  states: Readonly<Record<TransferState, string>>;
  mainWallet: string;
  heldBalance: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  th: {
    columns: [
      'เวลา (กรุงเทพฯ)',
      'รายการ',
      'สถานะ',
      'จาก',
      'ไปยัง',
      'จำนวนเงิน',
      'สกุลเงิน',
      'รายละเอียด',
      'สิ้นสุดเมื่อ',
      'เลขอ้างอิง',
    ],
    types: {
      deposit: 'ฝากเงิน',
      withdraw: 'ถอนเงิน',
      transfer: 'โยกเครดิต',
      bonus: 'รับโบนัส',
      finish_bonus: 'จบโบนัส',
    },
    correction: 'ปรับปรุงยอด',
    states: { pending: 'กำลังดำเนินการ', posted: 'สำเร็จ', voided: 'ไม่สำเร็จ' },
    mainWallet: 'กระเป๋าหลัก',
    heldBalance: 'ยอดเงินพัก',
  },
  la: {
    columns: [
      'ເວລາ (ບາງກອກ)',
      'ລາຍການ',
      'ສະຖານະ',
      'ຈາກ',
      'ໄປຫາ',
      'ຈຳນວນເງິນ',
      'ສະກຸນເງິນ',
      'ລາຍລະອຽດ',
      'ສິ້ນສຸດເມື່ອ',
      'ເລກອ້າງອີງ',
    ],
    types: {
      deposit: 'ຝາກເງິນ',
      withdraw: 'ຖອນເງິນ',
      transfer: 'ໂອນເຄຣດິດ',
      bonus: 'ຮັບໂບນັດ',
      finish_bonus: 'ຈົບໂບນັດ',
    },
    correction: 'ປັບປຸງຍອດ',
    states: { pending: 'ກຳລັງດຳເນີນການ', posted: 'ສຳເລັດ', voided: 'ບໍ່ສຳເລັດ' },
    mainWallet: 'ກະເປົາຫຼັກ',
    heldBalance: 'ຍອດເງິນພັກ',
  },
  en: {
    columns: [
      'Time (Bangkok)',
      'Type',
      'Status',
      'From',
      'To',
      'Amount',
      'Currency',
      'About',
      'Ended',
      'Reference',
    ],
    types: {
      deposit: 'Deposit',
      withdraw: 'Withdrawal',
      transfer: 'Transfer',
      bonus: 'Bonus',
      finish_bonus: 'Bonus ended',
    },
    correction: 'Correction',
    states: { pending: 'In progress', posted: 'Successful', voided: 'Failed' },
    mainWallet: 'Main wallet',
    heldBalance: 'Held balance',
  },
};

/** Reader of a table. */
export interface CsvReader {
  member: Member;
  content: Content;
  language: Language;
}

/**
 * Writes movements as CSV by RFC 4180 in the reader's language, one chunk per batch. Amounts are plain
 * decimals, negative when they leave the main wallet. Times are in Bangkok time.
 */
export async function* writeCsv(
  batches: AsyncIterable<readonly StatementRow[]>,
  { member, content, language }: CsvReader,
): AsyncGenerator<string> {
  const words = WORDS[language];
  const names = namesOf(content, language)
    .set(MAIN_WALLET, words.mainWallet)
    .set(HELD_BALANCE, words.heldBalance);
  const place = (code: string): string => names.get(code) ?? code;
  yield BYTE_ORDER_MARK + csvLine(words.columns);
  for await (const rows of batches) {
    yield rows
      .map((row) => {
        const { type, from, to, reward } = row.purpose;
        return csvLine([
          bangkokTime(row.createdAt),
          isCorrection(row.kind) ? words.correction : words.types[type],
          words.states[row.state],
          place(from),
          place(to),
          { figure: `${from === MAIN_WALLET ? '-' : ''}${toDecimal(row.amount)}` },
          member.currency,
          reward ? descriptionIn(reward, language) : '',
          row.settledAt ? bangkokTime(row.settledAt) : '',
          row.id,
        ]);
      })
      .join('');
  }
}

function namesOf(
  { banks: { banks, gateways }, providers }: Content,
  language: Language,
): Map<string, string> {
  const isThai = language === 'th';
  return new Map([
    ...[...gateways, ...banks].map((bank) => [bank.code, isThai ? bank.nameTH : bank.nameEN] as const),
    ...providers.map(({ code, name }) => [code, name[language]] as const),
  ]);
}
