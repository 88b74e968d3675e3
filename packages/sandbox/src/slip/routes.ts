import { toDecimal } from '@krapao/contract/money';
import { z } from 'zod';
import { bankInfo } from '../bank/banks.ts';
import { maskAccountNo, maskName } from '../bank/masks.ts';
import type { BankTransfers } from '../bank/transfers.ts';
import type { Faults, LookupKind } from '../faults/faults.ts';
import { reference } from '../http/fields.ts';
import { HttpError } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import type { BankTransferRecord } from '../store/records.ts';

/** A bank with delayed books is asked again about a quarter of an hour later. */
const RETRY_AFTER_SECONDS = 900;
/** A transfer never changes, and neither does its slip. */
const SLIP_CACHE = 'private, max-age=86400';

const lookupBody = z.object({
  sendingBank: z.string().regex(/^\d{3}$/, "must be a bank's three digits"),
  reference,
});

const transferFound = (transfer: BankTransferRecord) => ({
  status: 'found',
  amount: toDecimal(transfer.amountMinor),
  at: new Date(transfer.at).toISOString(),
  fromBankCode: transfer.fromBankCode,
  fromAccountNo: maskAccountNo(transfer.fromAccountNo),
  fromName: maskName(transfer.fromName),
  toBankCode: transfer.toBankCode,
  toAccountNo: maskAccountNo(transfer.toAccountNo),
  toName: maskName(transfer.toName),
});

const putOff = (kind: LookupKind) =>
  kind === 'delayed' ? { status: kind, retryAfterSeconds: RETRY_AFTER_SECONDS } : { status: kind };

/** Looks up the transfer of a slip's QR; names and accounts come masked. */
export function slipLookupRoutes(app: App, transfers: BankTransfers, faults: Faults): void {
  app.post('/slip/lookup', { schema: { body: lookupBody } }, async ({ body }) => {
    const fault = faults.planLookup();
    if (fault) return putOff(fault);
    const transfer = transfers.get(body.reference);
    const known = transfer && bankInfo(transfer.fromBankCode)?.number === body.sendingBank;
    return known ? transferFound(transfer) : { status: 'not_found' };
  });
}

/** Control: returns a transfer's slip, as its sender would upload it. */
export function slipControlRoutes(app: App, transfers: BankTransfers): void {
  app.get(
    '/control/bank/slip/:reference',
    { schema: { params: z.object({ reference }) } },
    async ({ params }, reply) => {
      const transfer = transfers.find(params.reference);
      if (!bankInfo(transfer.fromBankCode)?.number) {
        throw new HttpError(404, 'no_slip', 'this bank prints no slips with a QR');
      }
      // Drawing needs fonts and an image library, so they are loaded on the first request.
      const { slipJpeg } = await import('./picture.ts');
      return reply
        .type('image/jpeg')
        .header('content-disposition', `inline; filename="slip-${transfer.reference}.jpg"`)
        .header('cache-control', SLIP_CACHE)
        .send(await slipJpeg(transfer));
    },
  );
}
