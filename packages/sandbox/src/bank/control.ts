import { z } from 'zod';
import { positiveBaht } from '../http/fields.ts';
import type { App } from '../http/types.ts';
import type { BankTransferRecord } from '../store/records.ts';
import { bankInfo } from './banks.ts';
import { statementReferenceOf, type BankTransfers } from './transfers.ts';

const bankCode = z.string().refine((code) => bankInfo(code) !== undefined, 'must be the code of a bank');
const accountNo = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, ''))
  .refine((digits) => /^\d{5,20}$/.test(digits), 'must be 5 to 20 digits');
const holderName = z.string().trim().min(1).max(100);

const transferBody = z.object({
  reference: z
    .string()
    .regex(/^[0-9A-Z]{10,25}$/, 'must be 10 to 25 capital letters and digits')
    .optional(),
  fromBankCode: bankCode,
  fromAccountNo: accountNo,
  fromName: holderName,
  toBankCode: bankCode.optional(),
  toAccountNo: accountNo,
  toName: holderName.optional(),
  amount: positiveBaht,
  toSomebodyElse: z.boolean().default(false),
  /** When the bank says that it was made: banks tell wrong years and zones. */
  at: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .optional(),
});

/** Returns the path of a transfer's slip on this server; null when its bank prints none. */
export const slipPath = ({ fromBankCode, reference }: BankTransferRecord): string | null =>
  bankInfo(fromBankCode)?.number ? `/control/bank/slip/${reference}` : null;

/**
 * Control: makes a transfer from a person's bank account. @param publicUrl address of the sandbox for people.
 */
export function transferControlRoutes(app: App, transfers: BankTransfers, publicUrl: () => string): void {
  app.post('/control/bank/transfer', { schema: { body: transferBody } }, async ({ body }) => {
    const transfer = transfers.make(body);
    const path = slipPath(transfer);
    return {
      reference: transfer.reference,
      slipUrl: path === null ? null : publicUrl() + path,
      statementReference: statementReferenceOf(transfer),
    };
  });
}
