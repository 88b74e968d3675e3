import { call } from '../lib/http.ts';
import { codeText } from '../lib/i18n/i18n.ts';
import { defineOperation } from './operation.ts';

/** Code and name of the prize. */
interface CouponContent {
  coupon: string;
  name: string;
}

/** Claims a coupon of a prize. The server shows no trace of a claim. */
export const coupon = defineOperation({
  name: 'claim',
  routes: ['POST /api/spinwheel/coupon/claim'],
  title: 'spin.title',
  unknown: 'spin.claimUnknownMsg',
  closes: [],
  refreshes: ['GET /api/wallet', 'GET /api/spinwheel/coupon', 'GET /api/spinwheel/setup'],
  isRepeatable: true,
  isOnce: false,
  request: ({ coupon }: CouponContent, idempotencyKey) =>
    call('POST /api/spinwheel/coupon/claim', { body: { coupon }, idempotencyKey }),
  read: (_reply, { name }) => ({ kind: 'done', detail: name }),
  trace: async () => undefined,
  refusal: (code) => codeText(code, 'spinErrors'),
});
