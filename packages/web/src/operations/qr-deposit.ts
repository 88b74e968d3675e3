import type { QrProvider } from '@krapao/contract/limits';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/http.ts';
import { parseTyped } from '../lib/money.ts';
import { wireOf } from './movement.ts';
import { defineOperation } from './operation.ts';

/** The amount is decimal text. */
interface QrContent {
  provider: QrProvider;
  amount: string;
}

/** Creates a payment QR. No money moves until it is paid. */
export const qrDeposit = defineOperation({
  name: 'qr',
  routes: ['POST /api/qrcode/:provider'],
  title: 'deposit.create',
  closes: [],
  refreshes: ['GET /api/qrcode/:provider'],
  isRepeatable: false,
  isOnce: true,
  isQuiet: true,
  request: ({ provider, amount }: QrContent, idempotencyKey) =>
    call('POST /api/qrcode/:provider', {
      params: { provider },
      body: { amount: wireOf(amount) },
      idempotencyKey,
    }),
  read: ({ hasQrcode, message }) =>
    hasQrcode ? { kind: 'done' } : { kind: 'refused', error: new ApiError(message || 'QR_FAIL', 503) },
  trace: async ({ provider }) => {
    const { hasQrcode } = await call('GET /api/qrcode/:provider', { params: { provider } });
    return hasQrcode ? { kind: 'done' } : undefined;
  },
  amountOf: ({ amount }) => parseTyped(amount),
});
