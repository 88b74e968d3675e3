import { z } from 'zod';
import { password, requiredText, done } from './fields.ts';
import { TEXT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** Logging in and out. */
export const session = defineArea({
  'POST /api/login': defineRoute({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    summary: 'Exchange phone and password for a bearer token',
    body: z.object({ username: requiredText(TEXT_MAX.phone), password: password.min(1) }),
    response: z.object({ token: z.string(), deviceMark: z.string().optional() }),
    errors: ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'REQUEST_LIMIT'],
  }),
  'POST /api/logout': defineRoute({
    method: 'POST',
    path: '/api/logout',
    access: 'member',
    summary: 'End the session the token belongs to',
    response: done,
    errors: [],
  }),
});
