/** Schemas of the answers and callbacks of the house's protocol, as the documents and the kit know them. */
import { z } from 'zod';

/** Decimal text with two decimals: `500.00`. */
const amount = z.string().regex(/^\d{1,12}\.\d{2}$/);
const signedAmount = z.string().regex(/^-?\d{1,12}\.\d{2}$/);
const time = z.iso.datetime({ offset: true });
const id = z.string().min(1).max(100);
const cursor = z.string().regex(/^[A-Za-z0-9]{0,100}$/);

export const failure = z.object({
  error: z.string().describe('the code, as the descriptions of the answers name it'),
  message: z.string().optional().describe('for people; it decides nothing'),
});

export const done = z.object({ status: z.literal('done') });
export const created = z.object({ status: z.enum(['created', 'exists']) });
export const up = z.object({ status: z.literal('up') });
export const balance = z.object({ balance: amount });
export const totals = z.object({ turnover: amount, winLoss: signedAmount, rounds: z.int().min(0) });
export const launched = z.object({ url: z.url({ protocol: /^https?$/ }) });

export const transferResult = z.union([
  z.object({ status: z.literal('done'), balance: amount }),
  z.object({ status: z.literal('refused'), reason: z.enum(['insufficient_funds', 'no_player']) }),
]);

const direction = z.enum(['deposit', 'withdraw']);
export const transfer = z.object({
  reference: id,
  status: z.enum(['done', 'refused']),
  username: id,
  type: direction,
  amount,
  at: time,
  reason: z.enum(['insufficient_funds', 'no_player']).optional().describe('of a refused one'),
});
export const transfers = z.object({ transfers: z.array(transfer) });

export const turnoverPage = z.object({
  entries: z.array(
    z.object({
      id: id.describe('unique in the report'),
      username: id,
      game: z.string().describe('its name, for people'),
      turnover: amount.describe('the stakes of the round'),
      winLoss: signedAmount.describe('winnings less stakes'),
      at: time.describe('when the round was settled'),
    }),
  ),
  cursor: cursor.describe(
    '`after` of the next request; the same one where nothing is new, empty in an empty report',
  ),
  hasMore: z.boolean(),
});

const orderStatus = z.enum(['open', 'paid', 'expired', 'cancelled']);
const payment = { paymentId: id, amount, paidAt: time };
export const order = z.object({
  orderId: id,
  reference: id,
  amount,
  payload: z.string().min(1).describe('the text of the QR'),
  expiresAt: time,
  status: orderStatus,
});
export const paidOrder = order.extend({ payments: z.array(z.object(payment)) });
export const cancelled = z.object({ status: orderStatus });
export const payments = z.object({ payments: z.array(z.object({ ...payment, reference: id })) });
export const paymentCallback = z.object({
  event: z.literal('payment'),
  provider: id,
  ...payment,
  reference: id,
});

const payoutStatus = z.enum(['accepted', 'done', 'refused']);
export const acceptedPayout = z.object({ payoutId: id, reference: id, status: payoutStatus });
export const payout = z.object({ payoutId: id, reference: id, amount, status: payoutStatus });
export const payoutCallback = z.object({
  event: z.literal('payout'),
  reference: id,
  payoutId: id,
  status: z.enum(['done', 'refused']),
});

const masked = z.string().describe('hidden digits or letters are x or *');
export const slipAnswer = z.union([
  z.object({
    status: z.literal('found'),
    amount,
    at: time,
    fromBankCode: z.string(),
    fromAccountNo: masked,
    fromName: masked,
    toBankCode: z.string(),
    toAccountNo: masked,
    toName: masked,
  }),
  z.object({ status: z.literal('not_found') }),
  z.object({ status: z.literal('delayed'), retryAfterSeconds: z.number() }),
  z.object({ status: z.literal('quota') }),
]);

const next = cursor.describe('`after` of the next request; the same one where nothing is new');
export const bankFeed = z.object({
  transfers: z.array(
    z.object({
      cursor,
      reference: id,
      fromBankCode: z.string(),
      fromAccountNo: masked,
      fromName: masked,
      toAccountNo: z.string(),
      amount,
      at: time,
    }),
  ),
  next,
});
export const walletFeed = z.object({
  transfers: z.array(
    z.object({
      cursor,
      transactionId: id,
      eventType: z.literal('P2P'),
      receivedAt: time,
      amount,
      senderMobile: z.string(),
      toWallet: z.string(),
      message: z.string(),
    }),
  ),
  next,
});

const bahtText = z.string().describe('commas between thousands: `1,000.00`');
const ticket = z.object({
  mobile: z.string(),
  update_date: z.unknown(),
  amount_baht: bahtText,
  full_name: z.string(),
});
export const giftAnswer = z.object({
  status: z.object({ message: z.string(), code: z.string().describe('decides; the HTTP status follows it') }),
  data: z
    .object({
      voucher: z.looseObject({ voucher_id: z.string(), amount_baht: bahtText, status: z.string() }),
      my_ticket: ticket.nullable().describe('the share of the asked number, which is credited'),
      tickets: z.array(ticket),
    })
    .nullable(),
});

export const sent = z.object({ id });
export const deskCallback = z.object({
  id: z.uuid(),
  room: z.string(),
  name: z.string(),
  message: z.looseObject({ message_type: z.string(), payload: z.looseObject({}) }),
});
