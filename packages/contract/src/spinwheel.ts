import { z } from 'zod';
import { done, text, timestamp } from './fields.ts';
import { TEXT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** The wheel: one coin, one spin, and a draw that can be verified afterwards. */

export const slice = z.object({
  code: z.string(),
  label: z.string(),
  bgColor: z.string(),
  textColor: z.string(),
  htmlDescription: z.string(),
});

const seedsReplacedAt = timestamp.optional().meta({
  description:
    'When the seeds of all members were last replaced; a hash shown before that binds nobody after it',
});

/**
 * A draw of the wheel. To check one: take the first 53 bits of HMAC-SHA-256(serverSeed, `clientSeed:nonce`)
 * as a fraction of 2^53, multiply by the sum of the weights and round down. The result is a ticket. The slices own the tickets
 * in their order on the wheel, each as many as its weight. The HMAC key is the seed's 32 bytes. The hash of
 * the seed is shown before the draw, and the client seed is chosen after that, so neither side can steer the
 * result.
 */
export const draw = z.object({
  drawId: z.string(),
  seedHash: z.string().meta({ description: 'SHA-256 of the server seed, hex; shown before the draw' }),
  serverSeed: z.string().meta({ description: 'Hex; shown after the draw' }),
  clientSeed: z.string(),
  nonce: z.int(),
  weights: z.array(z.object({ code: z.string(), label: z.string(), weight: z.int() })),
  code: z.string(),
  label: z.string(),
  createdAt: timestamp,
  seedsReplacedAt,
});

const seedText = text(64);

/** Form of a prize code. */
export const PRIZE_CODE = /^[A-Z][A-Z0-9_]*$/;

export const spinwheel = defineArea({
  'GET /api/spinwheel/setup': defineRoute({
    method: 'GET',
    path: '/api/spinwheel/setup',
    access: 'member',
    summary: 'The wheel, the member’s coins, and the hash of the seed of the next draw',
    response: z.object({
      activeSpinwheel: z.object({ name: z.string(), slices: z.array(slice) }).nullable(),
      userCoin: z.int(),
      nextDraw: z.object({ seedHash: z.string(), nonce: z.int(), seedsReplacedAt }).nullable(),
    }),
    errors: [],
  }),
  'POST /api/spinwheel/spin': defineRoute({
    method: 'POST',
    path: '/api/spinwheel/spin',
    access: 'member',
    closes: 'always',
    summary: 'Spend a coin on a draw',
    body: z.object({ clientSeed: seedText.optional() }).optional(),
    response: z.object({
      code: z.string(),
      label: z.string(),
      remainingCoin: z.int(),
      draw,
    }),
    errors: ['NO_DATA', 'MONEY_NOT_ENOUGH', 'REQUEST_LIMIT'],
  }),
  'GET /api/spinwheel/draw/:drawId': defineRoute({
    method: 'GET',
    path: '/api/spinwheel/draw/:drawId',
    access: 'member',
    summary: 'One of the member’s draws, with all that is needed to check it',
    params: z.object({ drawId: z.uuid() }),
    response: draw,
    errors: ['NO_DATA'],
  }),
  'GET /api/spinwheel/coupon': defineRoute({
    method: 'GET',
    path: '/api/spinwheel/coupon',
    access: 'member',
    summary: 'The prizes the member holds, one row a prize',
    response: z.array(
      z.object({
        prize: z.object({ name: z.string(), slice: z.string() }),
        amount: z.int().meta({ description: 'How many of it can be claimed' }),
        expiresAt: timestamp.nullable().meta({ description: 'Of the one that ends first' }),
        expired: z
          .object({ amount: z.int(), lastAt: timestamp })
          .optional()
          .meta({ description: 'How many of it have expired in the last 30 days' }),
        lastDrawId: z.string(),
        isHandedOver: z
          .boolean()
          .optional()
          .meta({ description: 'People hand the prize over: it is not claimed' }),
      }),
    ),
    errors: [],
  }),
  'POST /api/spinwheel/coupon/claim': defineRoute({
    method: 'POST',
    path: '/api/spinwheel/coupon/claim',
    access: 'member',
    closes: 'always',
    summary: 'Turn one coupon of a prize into what it gives',
    body: z.object({ coupon: text(TEXT_MAX.code) }),
    response: done,
    errors: [
      'NO_CLAIMABLE_COUPON',
      'INVALID_PRIZE_CODE',
      'INVALID_CODE',
      'INVALID_COUPON_TYPE',
      'COUPON_EXPIRED',
      'BONUS_REMAINING',
      'REQUEST_LIMIT',
    ],
  }),
  'GET /api/spinwheel/active': defineRoute({
    method: 'GET',
    path: '/api/spinwheel/active',
    access: 'member',
    summary: 'Whether there is a wheel to spin',
    response: z.object({ isActive: z.boolean() }),
    errors: [],
  }),
});
