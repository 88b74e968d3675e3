import { z } from 'zod';
import { password, requiredText, done } from './fields.ts';
import { TEXT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** Logging in and out, and a forgotten password. */
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
  'POST /api/password/reset': defineRoute({
    method: 'POST',
    path: '/api/password/reset',
    access: 'public',
    summary: 'Send a one-time code for a new password; the answer is the same for a phone that nobody has',
    body: z.object({ phone: requiredText(TEXT_MAX.phone) }),
    response: done,
    errors: [
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
      'INVALID_USER_INFO',
      'REQUEST_LIMIT',
      'REQUEST_LIMIT_1MIN',
      'OTP_BLOCK',
    ],
  }),
  'POST /api/password/reset/confirm': defineRoute({
    method: 'POST',
    path: '/api/password/reset/confirm',
    access: 'public',
    summary: 'Set a new password by a one-time code; every session ends and payouts wait',
    body: z.object({
      phone: requiredText(TEXT_MAX.phone),
      code: requiredText(TEXT_MAX.otpCode),
      password: password.min(1),
    }),
    response: done,
    errors: [
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
      'INVALID_USER_INFO',
      'OTP_NOT_EXIST',
      'OTP_EXPIRED',
      'OTP_CODE_INVALID',
      'OTP_BLOCK',
    ],
  }),
});
