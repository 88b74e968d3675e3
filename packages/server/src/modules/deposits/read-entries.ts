import { NO_PAYMENTS } from '@krapao/contract/staff/incoming';
import { MAX_MINOR, minor } from '@krapao/contract/money';
import { z } from 'zod';
import type { BankTransfer, EwalletTransfer } from '../../ports/feeds.ts';

/** Amount in minor units, as digits; the counterparty's own text has decimals. */
const amount = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform((digits) => minor(BigInt(digits)))
  .refine((read) => read <= MAX_MINOR);
const at = z.iso.datetime().transform((text) => new Date(text));

const bankTransfer = z.strictObject({
  reference: z.string().min(1),
  fromBankCode: z.string(),
  fromAccountNo: z.string(),
  fromName: z.string(),
  toAccountNo: z.string().min(1),
  amount,
  at,
  // Entries of files were kept like those of the feed.
  isDayOnly: z.literal(true).optional(),
});

const day = z.iso.date();
const fileEntry = z.strictObject({
  digest: z.string().min(1),
  format: z.enum(['MT940', 'CAMT.053']),
  place: z.int().positive(),
  statement: z.int().positive(),
  series: z.string(),
  toAccountNo: z.string().min(1),
  amount,
  bookedOn: day,
  valueOn: day,
  bookedAt: at.nullable(),
  bankReference: z.string().min(1).nullable(),
  fromBankCode: z.string(),
  fromAccountNo: z.string(),
  fromName: z.string(),
  text: z.string(),
  // Entries from before have none.
  noPayment: z.enum(NO_PAYMENTS).nullable().default(null),
});

const ewalletTransfer = z.strictObject({
  transactionId: z.string().min(1),
  senderMobile: z.string(),
  toWallet: z.string(),
  amount,
  at,
});

/**
 * Parses a bank transfer that was set aside after it had been read.
 * @returns the reason when it is invalid
 */
export const readBankTransfer = (text: string): (BankTransfer & { isDayOnly?: true }) | string =>
  readAs<BankTransfer & { isDayOnly?: true }>(bankTransfer, text);

/** Parses an entry of a statement file that was set aside after it had been read. @returns the reason when it is invalid */
export const readFileEntry = (text: string): z.output<typeof fileEntry> | string => readAs(fileEntry, text);

/**
 * Parses a wallet transfer that was set aside after it had been read.
 * @returns the reason when it is invalid
 */
export const readEwalletTransfer = (text: string): EwalletTransfer | string => readAs(ewalletTransfer, text);

function readAs<T>(schema: z.ZodType<T>, text: string): T | string {
  const read = schema.safeParse(JSON.parse(text));
  return read.success
    ? read.data
    : `what was kept of it has no valid ${read.error.issues[0]?.path.join('.')}`;
}
