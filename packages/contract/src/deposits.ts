import { z } from 'zod';
import { amount, done, sentAmount } from './fields.ts';
import { QR_PROVIDERS } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** Payment QR codes. */

export const qrRecord = z.object({
  qrcodeId: z.string(),
  hasQrcode: z.boolean(),
  qrcode: z.string().meta({ description: 'The QR code as SVG markup; empty when there is none' }),
  amount,
  expireIn: z
    .number()
    .meta({ description: 'When the QR stops being payable, epoch milliseconds; 0 for none' }),
  message: z.string().optional().meta({ description: 'Why there is no QR, when hasQrcode is false' }),
  minimum: amount.optional().meta({ description: 'The least this provider takes' }),
});

const providerParams = z.object({ provider: z.enum(QR_PROVIDERS) });

export const deposits = defineArea({
  'GET /api/qrcode/:provider': defineRoute({
    method: 'GET',
    path: '/api/qrcode/:provider',
    access: 'member',
    summary: 'The member’s live QR at a provider',
    params: providerParams,
    response: qrRecord,
    errors: [],
  }),
  'POST /api/qrcode/:provider': defineRoute({
    method: 'POST',
    path: '/api/qrcode/:provider',
    access: 'member',
    closes: 'always',
    summary: 'Create a payment QR',
    params: providerParams,
    body: z.object({ amount: sentAmount }),
    response: qrRecord,
    errors: ['DEPOSITS_STOPPED', 'QR_MAXIMUM', 'REQUEST_LIMIT', 'LIMIT_DEPOSIT'],
  }),
  'DELETE /api/qrcode/:qrcodeId': defineRoute({
    method: 'DELETE',
    path: '/api/qrcode/:qrcodeId',
    access: 'member',
    summary: 'Cancel a QR by its id; cancelling one that is gone succeeds',
    params: z.object({ qrcodeId: z.string().max(100) }),
    response: done,
    errors: [],
  }),
});
