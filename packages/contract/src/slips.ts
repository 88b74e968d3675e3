import { z } from 'zod';
import { amount, done, page, requiredText, timestamp } from './fields.ts';
import { SLIP_MAX_BYTES } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';
import { movementStatus } from './wallet.ts';

/** Bank transfer slips. */

/** Progress of a slip under examination. */
const SLIP_STEPS = ['received', 'reading', 'asking', 'waiting', 'done'] as const;
export type SlipStep = (typeof SLIP_STEPS)[number];

export const slip = z.object({
  _id: z.string(),
  createdAt: timestamp,
  amount,
  status: movementStatus,
  note: z.string().meta({ description: 'The reason code of a refused slip, else empty' }),
  link: z.string(),
  reference: z.string(),
  step: z.enum(SLIP_STEPS),
  wasCredited: z
    .boolean()
    .optional()
    .meta({ description: 'The money of a good slip was in the wallet before the slip was sent' }),
});

export const slips = defineArea({
  'POST /api/wallet/slip': defineRoute({
    method: 'POST',
    path: '/api/wallet/slip',
    access: 'member',
    summary: 'Upload a slip: multipart, field `file`, one JPEG or PNG of 10 MB at most',
    upload: { field: 'file', maxBytes: SLIP_MAX_BYTES },
    response: done.extend({ slip }),
    errors: ['SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'SLIP_UPLOAD_FAIL', 'REQUEST_LIMIT'],
  }),
  'POST /api/statement/slip': defineRoute({
    method: 'POST',
    path: '/api/statement/slip',
    access: 'member',
    summary: 'A page of the member’s slips, newest first',
    body: page,
    response: z.object({ total: z.int(), slips: z.array(slip) }),
    errors: [],
  }),
  'GET /api/statement/slip/reference/:reference': defineRoute({
    method: 'GET',
    path: '/api/statement/slip/reference/:reference',
    access: 'member',
    summary: 'An address, good for some minutes, of the picture of the member’s own slip',
    params: z.object({ reference: requiredText(100) }),
    response: z.object({ url: z.string() }),
    errors: ['NO_DATA'],
    secret: true,
  }),
});
