import { z } from 'zod';
import { bankAccount, profile } from './account.ts';
import { STOPS } from './errors.ts';
import { amount, done, gameCode, sentAmount, timestamp } from './fields.ts';
import { MAIN_WALLET } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** Balances, game accounts, and moving credit between them. */

export const GAME_CATEGORIES = ['slot', 'sport', 'casino', 'lotto'] as const;

export const gameAccount = z.object({
  code: z.string(),
  name: z.string(),
  logo: z.string(),
  background: z.string(),
  category: z.enum(GAME_CATEGORIES),
  isActive: z.boolean(),
  amount,
  web: z.string(),
  android: z.string(),
  ios: z.string(),
  isDown: z.boolean().meta({ description: 'The provider does not answer; moving credit there is refused' }),
  transit: amount.meta({ description: 'Credit on its way to or from this game, counted in neither balance' }),
});

/**
 * Status of a movement. `PENDING` means the other side has not answered yet: the money is held, and the
 * movement settles by itself.
 */
export const movementStatus = z.enum(['SUCCESS', 'FAILED', 'PENDING']);
export type MovementStatus = z.output<typeof movementStatus>;

export const movement = done.extend({
  _id: z.string().meta({ description: 'The movement, as the statement lists it' }),
  status: movementStatus,
  amount,
});

/** A member's protection, as every screen knows it. Absent where there is nothing to say. */
const standing = z.object({
  stop: z
    .object({
      code: z.enum(STOPS),
      until: timestamp.nullable().meta({
        description: 'End of a break. Of an exclusion: from then on its end can be asked for; null for good',
      }),
      endsAt: timestamp
        .optional()
        .meta({ description: 'End of a break, or of an exclusion that was asked for' }),
    })
    .optional()
    .meta({ description: 'The break or the exclusion that holds now' }),
  isCheckDue: z.literal(true).optional().meta({ description: 'A reality check waits for its answer' }),
  hasLimits: z
    .literal(true)
    .optional()
    .meta({ description: 'Limits are set: `GET /api/protection` tells what they leave' }),
  ask: z.enum(['limit', 'review']).optional().meta({
    description:
      '`limit`: nothing has moved in the wallet yet and no limit is set; `review`: the limits are half a year old',
  }),
});

const side = gameCode.meta({
  description: `A game by its code, or \`${MAIN_WALLET}\` for the main wallet`,
  examples: [MAIN_WALLET, 'PG'],
});
const slotParams = z.object({ slotCode: gameCode });
const transferErrors = [
  'NO_GAME',
  'SLOT_NO_ACCOUNT',
  'MONEY_NOT_ENOUGH',
  'TRANSFER_FAIL',
  'GAME_CREDIT_STOPPED',
  'LIMIT_LOSS',
  'REALITY_CHECK_DUE',
] as const;

export const wallet = defineArea({
  'GET /api/wallet': defineRoute({
    method: 'GET',
    path: '/api/wallet',
    access: 'member',
    summary: 'Everything the home screen shows of a member’s money',
    response: z.object({
      profile,
      bankAccount,
      wallet: z.object({
        amount,
        transit: amount.meta({ description: 'Held for movements in progress, not part of amount' }),
        held: amount
          .optional()
          .meta({ description: 'Held balance, not part of amount; only where there is one' }),
      }),
      inviteAmount: amount,
      inviteSuccess: z.number(),
      inviteFail: z.number(),
      protection: standing.optional(),
      notices: z
        .int()
        .optional()
        .meta({ description: 'Unread notices, 100 at most; only where there are any' }),
      slots: z.array(gameAccount),
    }),
    errors: [],
  }),
  'GET /api/wallet/refresh/slot': defineRoute({
    method: 'GET',
    path: '/api/wallet/refresh/slot',
    access: 'member',
    summary: 'Ask every provider for the balance of the member’s game accounts',
    response: done.extend({ slots: z.array(gameAccount) }),
    errors: ['REQUEST_LIMIT'],
  }),
  'GET /api/wallet/activate/:slotCode': defineRoute({
    method: 'GET',
    path: '/api/wallet/activate/:slotCode',
    access: 'member',
    closes: 'always',
    summary: 'Open a game account at a provider',
    params: slotParams,
    response: done,
    errors: ['NO_GAME', 'SLOT_ALREADY_ACTIVE', 'SLOT_ACTIVATE_FAIL'],
    mutates: true,
  }),
  'GET /api/wallet/account/:slotCode': defineRoute({
    method: 'GET',
    path: '/api/wallet/account/:slotCode',
    access: 'member',
    summary: 'The member’s user name and password at a provider',
    params: slotParams,
    response: z.object({
      username: z.string(),
      password: z.string(),
      event: z.record(z.string(), z.string()).nullable().meta({ description: 'Form tokens, where used' }),
    }),
    errors: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'NOT_UFABET'],
    secret: true,
  }),
  'GET /api/wallet/resetpassword/:slotCode': defineRoute({
    method: 'GET',
    path: '/api/wallet/resetpassword/:slotCode',
    access: 'member',
    summary: 'Give a game account a fresh password; once a minute at most',
    params: slotParams,
    response: done,
    errors: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'SLOT_RESET_PASSWORD_FAIL', 'REQUEST_LIMIT_1MIN'],
    mutates: true,
  }),
  'POST /api/wallet/add': defineRoute({
    method: 'POST',
    path: '/api/wallet/add',
    access: 'member',
    summary: 'Refused always: nobody’s credit comes from their own word',
    body: z.object({ amount: sentAmount }),
    response: done,
    errors: [],
  }),
  'POST /api/wallet/transfer': defineRoute({
    method: 'POST',
    path: '/api/wallet/transfer',
    access: 'member',
    closes: 'into_game',
    summary: 'Move credit between the main wallet and a game account',
    body: z.object({ from: side, to: side, amount: sentAmount }),
    response: movement,
    errors: [...transferErrors, 'TRANSFER_MINIMUM'],
  }),
  'POST /api/wallet/transferAll': defineRoute({
    method: 'POST',
    path: '/api/wallet/transferAll',
    access: 'member',
    closes: 'always',
    summary: 'Move the whole main wallet to a game account',
    body: z.object({ to: side }),
    response: movement,
    errors: [...transferErrors, 'REQUEST_LIMIT'],
  }),
  'POST /api/wallet/collect': defineRoute({
    method: 'POST',
    path: '/api/wallet/collect',
    access: 'member',
    summary: 'Bring the credit of every game account back to the wallet; one result a provider',
    response: done.extend({
      results: z.array(
        z.object({
          code: z.string(),
          status: movementStatus,
          amount,
          message: z.string().meta({ description: 'OK, or the catalogue code that says why not' }),
        }),
      ),
    }),
    errors: ['REQUEST_LIMIT'],
  }),
});
