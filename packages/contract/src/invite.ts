import { z } from 'zod';
import { banner } from './bonus.ts';
import { amount, done, page, timestamp } from './fields.ts';
import { defineArea, defineRoute } from './route.ts';

/** Invites: a member's earnings from friends who joined by their link. */

export const invite = defineArea({
  'POST /api/invite': defineRoute({
    method: 'POST',
    path: '/api/invite',
    access: 'member',
    summary: 'A page of what friends have earned the member, newest first',
    body: page,
    response: z.object({
      invites: z.array(
        z.object({
          _id: z.string(),
          from: z.object({ name: z.string().meta({ description: 'First name and initial' }) }),
          amount,
          createdAt: timestamp,
        }),
      ),
      total: z.int(),
    }),
    errors: [],
  }),
  'GET /api/invite/bonus': defineRoute({
    method: 'GET',
    path: '/api/invite/bonus',
    access: 'member',
    closes: 'always',
    summary: 'Receive everything friends have earned into the main wallet',
    response: done.extend({ amount }),
    errors: [
      'INVITE_COLLECT',
      'INVITE_INACTIVE',
      'NO_INVITE_BONUS',
      'NO_INVITEE_PLAY_INFO',
      'BONUS_REMAINING',
      'INVITE_BONUS_FAIL',
      'REQUEST_LIMIT',
    ],
    mutates: true,
  }),
  'GET /api/invite/banners': defineRoute({
    method: 'GET',
    path: '/api/invite/banners',
    access: 'member',
    summary: 'What is shown before the invite screen',
    response: z.object({ banners: z.array(banner) }),
    errors: [],
  }),
});
