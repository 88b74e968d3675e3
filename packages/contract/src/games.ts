import { z } from 'zod';
import { defineArea, defineRoute } from './route.ts';
import { TEXT_MAX } from './limits.ts';

/** Opening a game at its provider. */

const username = z.string().min(1).max(TEXT_MAX.token);

export const games = defineArea({
  'GET /api/autoLogin/pg/:username': defineRoute({
    method: 'GET',
    path: '/api/autoLogin/pg/:username',
    access: 'member',
    summary: 'A one-time link that opens PG for the member',
    params: z.object({ username }),
    response: z.object({ link: z.string() }),
    errors: ['SLOT_NO_ACCOUNT', 'NO_GAME'],
    secret: true,
  }),
});
