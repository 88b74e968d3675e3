/** The gift wallet's answers, with the real wallet's shapes and names. */
import { formatAmount, minor, type Minor } from '@krapao/contract/money';
import type { GiftRecord, GiftTicket } from '../store/records.ts';
import { linkOf, ticketOf, type GiftAnswer, type GiftCode, type Gifts } from './gifts.ts';

const MESSAGES: Readonly<Record<GiftCode, string>> = {
  SUCCESS: 'success',
  BAD_PARAM: 'a parameter is missing or is not what it should be',
  VOUCHER_NOT_FOUND: 'there is no such voucher',
  VOUCHER_OUT_OF_STOCK: 'every share of this voucher has been taken',
  VOUCHER_EXPIRED: 'this voucher has expired',
  CANNOT_GET_OWN_VOUCHER: 'nobody can take a voucher of their own',
  TARGET_USER_NOT_FOUND: 'this mobile number has no wallet',
  TARGET_USER_REDEEMED: 'this mobile number has taken its share already',
  INTERNAL_ERROR: 'a fault switched on in the sandbox',
};

const OWNER_NAME = 'สมหญิง ***';
const MEMBER_NAME = 'สมาชิก ***';

export const statusPart = (code: GiftCode) => ({ message: MESSAGES[code], code });

/** `status.code` decides; the HTTP status only follows it. */
export function httpStatusOf(code: GiftCode): number {
  if (code === 'SUCCESS') return 200;
  if (code === 'INTERNAL_ERROR') return 500;
  return code === 'VOUCHER_NOT_FOUND' ? 404 : 400;
}

const maskMobile = (mobile: string): string => mobile.replace(/^(\d{3})\d+(\d{4})$/, '$1-xxx-$2');

const ticketPart = ({ amountMinor, mobile, takenAt }: GiftTicket) => ({
  mobile: maskMobile(mobile ?? ''),
  update_date: takenAt,
  amount_baht: formatAmount(amountMinor),
  full_name: MEMBER_NAME,
});

const sum = (tickets: readonly GiftTicket[]): Minor =>
  minor(tickets.reduce((total, { amountMinor }) => total + amountMinor, 0n));

function dataPart(gift: GiftRecord, mobile: string, status: string) {
  const taken = gift.tickets.filter((ticket) => ticket.mobile !== null);
  const mine = ticketOf(gift, mobile);
  return {
    voucher: {
      voucher_id: gift.voucherId,
      amount_baht: formatAmount(gift.amountMinor),
      redeemed_amount_baht: formatAmount(sum(taken)),
      member: gift.tickets.length,
      status,
      link: linkOf(gift),
      detail: '',
      expire_date: gift.expiresAt,
      type: gift.type,
      redeemed: taken.length,
      available: gift.tickets.length - taken.length,
    },
    owner_profile: { full_name: OWNER_NAME },
    redeemer_profile: { mobile_number: mobile },
    my_ticket: mine ? ticketPart(mine) : null,
    tickets: taken.map(ticketPart),
  };
}

export const replyOf = ({ code, gift, mobile }: GiftAnswer, gifts: Gifts) => ({
  status: statusPart(code),
  data: gift ? dataPart(gift, mobile, gifts.statusOf(gift)) : null,
});
