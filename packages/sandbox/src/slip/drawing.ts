/** The picture shown by a banking app after a transfer, as an SVG of shapes alone. */
import { formatAmount, type Minor } from '@krapao/contract/money';
import { bankInfo } from '../bank/banks.ts';
import { maskAccountNo, maskName } from '../bank/masks.ts';
import { bangkokDate } from '../http/bangkok-time.ts';
import { drawText, widthOf, type PlacedText } from './letters.ts';
import { miniQrPayload } from './mini-qr.ts';
import { drawQr } from './qr-shape.ts';
import { styleOf, type SlipStyle } from './styles.ts';

/** Facts on a slip. */
export interface SlipFacts {
  readonly reference: string;
  readonly fromBankCode: string;
  readonly fromAccountNo: string;
  readonly fromName: string;
  readonly toBankCode: string;
  readonly toAccountNo: string;
  readonly toName: string;
  readonly amountMinor: Minor;
  /** Epoch milliseconds. */
  readonly at: number;
}

export const SLIP_WIDTH = 1080;
export const SLIP_HEIGHT = 1620;

const MARGIN = 60;
const CARD_TOP = 470;
const CARD_BOTTOM = SLIP_HEIGHT - 120;
const INSET = 112;
const QR_SIZE = 300;
const QR_TOP = 1100;
const INK = '#1d2522';
const SOFT = '#6a7571';
const LINE = '#e3e7e5';
const MONTHS = 'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.'.split(' ');
const BUDDHIST_ERA = 543;

/** Returns a time as slips write it: `2 ม.ค. 2569 10:04 น.`. */
export function thaiDate(atMs: number): string {
  const { year, month, day, hour, minute } = bangkokDate(atMs);
  const name = MONTHS[Number(month) - 1] ?? '';
  return `${Number(day)} ${name} ${Number(year) + BUDDHIST_ERA} ${hour}:${minute} น.`;
}

/** Formats an account number: slips group ten digits, other lengths not. */
function slipAccountNo(accountNo: string): string {
  const masked = maskAccountNo(accountNo);
  return masked.length === 10 ? masked.replace(/^(.{3})(.)(.{5})(.)$/, '$1-$2-$3-$4') : masked;
}

const mark = (centreX: number, centreY: number, radius: number, { colour }: SlipStyle): string =>
  `<circle cx="${centreX}" cy="${centreY}" r="${radius}" fill="${colour}"/>` +
  `<circle cx="${centreX}" cy="${centreY}" r="${radius - 5}" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="3"/>`;

function bankMark(bankCode: string, centreX: number, centreY: number, radius: number): string {
  const style = styleOf(bankCode);
  const letters = drawText(bankCode, {
    x: centreX,
    y: centreY + radius * 0.17,
    size: radius * 0.5,
    bold: true,
    anchor: 'middle',
    colour: style.onColour,
    maxWidth: radius * 1.5,
  });
  return mark(centreX, centreY, radius, style) + letters;
}

function frame(style: SlipStyle): string {
  const wholePage = (fill: string): string =>
    `<rect width="${SLIP_WIDTH}" height="${SLIP_HEIGHT}" fill="${fill}"/>`;
  const card = `<rect x="${MARGIN}" y="${CARD_TOP}" width="${SLIP_WIDTH - 2 * MARGIN}" height="${CARD_BOTTOM - CARD_TOP}" rx="36" fill="#fff"/>`;
  if (style.frame === 'card') {
    const wave = `<path d="M0 ${SLIP_HEIGHT}V1240q270-160 540-60t540-120v560z" fill="#000" fill-opacity=".07"/>`;
    return wholePage(style.colour) + wave + card;
  }
  const band = `<path d="M0 0h${SLIP_WIDTH}v180q-540 70-${SLIP_WIDTH} 0z" fill="${style.colour}"/>`;
  return wholePage('#f3f5f4') + band + card;
}

function heading(facts: SlipFacts, style: SlipStyle): string {
  const onGround = style.frame === 'card' ? style.onColour : INK;
  const bank = bankInfo(facts.fromBankCode);
  const centre = SLIP_WIDTH / 2;
  return [
    drawText(bank?.name ?? facts.fromBankCode, {
      x: MARGIN,
      y: 110,
      size: 46,
      bold: true,
      colour: style.onColour,
    }),
    `<circle cx="${centre}" cy="250" r="56" fill="#fff"/><circle cx="${centre}" cy="250" r="48" fill="#17a05d"/>`,
    `<path d="M${centre - 22} 251l16 17 29-35" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>`,
    drawText('โอนเงินสำเร็จ', {
      x: centre,
      y: 372,
      size: 52,
      bold: true,
      anchor: 'middle',
      colour: onGround,
    }),
    drawText(thaiDate(facts.at), { x: centre, y: 428, size: 32, anchor: 'middle', colour: onGround }),
  ].join('');
}

interface Party {
  readonly label: string;
  readonly bankCode: string;
  readonly accountNo: string;
  readonly name: string;
}

function party({ label, bankCode, accountNo, name }: Party, top: number): string {
  const left = INSET + 150;
  const line = (text: string, y: number, more: Partial<PlacedText> = {}): string =>
    drawText(text, { x: left, y: top + y, size: 32, colour: SOFT, maxWidth: 690, ...more });
  return [
    bankMark(bankCode, INSET + 58, top + 68, 54),
    line(label, 22, { size: 28 }),
    line(maskName(name), 70, { size: 38, bold: true, colour: INK }),
    line(`${bankInfo(bankCode)?.name ?? bankCode}  ${slipAccountNo(accountNo)}`, 118),
  ].join('');
}

function figure(label: string, value: string, y: number, size: number): string {
  const right = SLIP_WIDTH - INSET;
  const unit = ' บาท';
  const unitWidth = widthOf(unit, 32);
  return [
    drawText(label, { x: INSET, y, size: 32, colour: SOFT }),
    drawText(unit, { x: right, y, size: 32, colour: SOFT, anchor: 'end' }),
    drawText(value, { x: right - unitWidth, y, size, bold: true, colour: INK, anchor: 'end' }),
  ].join('');
}

/** Returns the place of the QR on a bank's slips, including its light margin. */
export function qrPlaceOf(fromBankCode: string): { x: number; y: number; size: number } {
  const rest = SLIP_WIDTH - 2 * INSET - QR_SIZE;
  const x = INSET + { left: 0, centre: rest / 2, right: rest }[styleOf(fromBankCode).qr];
  return { x, y: QR_TOP, size: QR_SIZE };
}

function foot(facts: SlipFacts, style: SlipStyle, qrText: string | null): string {
  const words = style.qr === 'left' ? { x: SLIP_WIDTH - INSET, anchor: 'end' as const } : { x: INSET };
  const beside = style.qr === 'centre' ? [] : ['สแกนเพื่อ', 'ตรวจสอบสลิป'];
  const qr = qrText === null ? '' : drawQr(qrText, qrPlaceOf(facts.fromBankCode));
  return [
    qr,
    drawText('เลขที่รายการ', { x: INSET, y: 1452, size: 28, colour: SOFT }),
    drawText(facts.reference, { x: SLIP_WIDTH - INSET, y: 1452, size: 32, colour: INK, anchor: 'end' }),
    ...beside.map((text, index) =>
      drawText(text, { ...words, y: QR_TOP + 140 + index * 48, size: 34, colour: SOFT }),
    ),
    drawText('แซนด์บ็อกซ์ Krapao · ไม่ใช่การโอนเงินจริง', {
      x: SLIP_WIDTH / 2,
      y: SLIP_HEIGHT - 50,
      size: 28,
      anchor: 'middle',
      colour: style.frame === 'card' ? style.onColour : SOFT,
    }),
  ].join('');
}

/** Returns a transfer's mini-QR text. @throws RangeError when the sending bank prints no such slips. */
export function qrTextOf({ fromBankCode, reference }: SlipFacts): string {
  const number = bankInfo(fromBankCode)?.number;
  if (!number) throw new RangeError(`${fromBankCode} prints no slips`);
  return miniQrPayload(number, reference);
}

/**
 * Returns a slip as SVG, 1080 by 1620.
 * @param qrText text of its QR: the true mini-QR when left out, no QR with null.
 */
export function drawSlip(facts: SlipFacts, qrText: string | null = qrTextOf(facts)): string {
  const style = styleOf(facts.fromBankCode);
  const rule = (y: number): string =>
    `<path d="M${INSET} ${y}h${SLIP_WIDTH - 2 * INSET}" stroke="${LINE}" stroke-width="3"/>`;
  const parts = [
    frame(style),
    heading(facts, style),
    party(
      { label: 'จาก', bankCode: facts.fromBankCode, accountNo: facts.fromAccountNo, name: facts.fromName },
      520,
    ),
    `<path d="M${INSET + 58} 664v40m-12-14 12 14 12-14" fill="none" stroke="${SOFT}" stroke-width="4"/>`,
    party(
      { label: 'ไปยัง', bankCode: facts.toBankCode, accountNo: facts.toAccountNo, name: facts.toName },
      722,
    ),
    rule(900),
    figure('จำนวนเงิน', formatAmount(facts.amountMinor), 970, 52),
    figure('ค่าธรรมเนียม', '0.00', 1036, 34),
    rule(1076),
    foot(facts, style, qrText),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SLIP_WIDTH}" height="${SLIP_HEIGHT}">${parts.join('')}</svg>`;
}
