import { z } from 'zod';
import { defineArea, defineRoute } from './route.ts';
import { movement } from './wallet.ts';

/** Gift links of the digital wallet. */

/** An encrypted gift link is a compact JWE: RSA-OAEP-256 and A256GCM. */
const JWE_MAX = 4_000;

export const gifts = defineArea({
  'GET /api/lookup/truelinkKey': defineRoute({
    method: 'GET',
    path: '/api/lookup/truelinkKey',
    access: 'member',
    summary: 'The public key gift links are encrypted with, as a JWK',
    response: z.object({
      kty: z.literal('RSA'),
      n: z.string(),
      e: z.string(),
      kid: z.string(),
      alg: z.literal('RSA-OAEP-256'),
    }),
    errors: [],
  }),
  'POST /api/wallet/truelink': defineRoute({
    method: 'POST',
    path: '/api/wallet/truelink',
    access: 'member',
    closes: 'always',
    summary: 'Redeem a gift link; `link` is the JWE of the link, `::` and the wallet account name',
    body: z.object({ link: z.string().min(1).max(JWE_MAX) }),
    response: movement,
    errors: [
      'TRUELINK_INVALID',
      'TRUELINK_DUPLICATE',
      'NO_WALLET',
      'DEPOSITS_STOPPED',
      'REQUEST_LIMIT',
      'LIMIT_DEPOSIT',
    ],
  }),
});
