import { z } from 'zod';
import { browserJson, FACTOR_CODE } from './factors.ts';
import { password, requiredText, done } from './fields.ts';
import { TEXT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

const loggedIn = z.object({ token: z.string(), deviceMark: z.string().optional() });

/** Logging in and out, and a forgotten password. */
export const session = defineArea({
  'POST /api/login': defineRoute({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    summary: 'Exchange phone and password for a bearer token',
    body: z.object({
      username: requiredText(TEXT_MAX.phone),
      password: password.min(1),
      code: requiredText(TEXT_MAX.factorCode).optional().meta({ description: FACTOR_CODE }),
    }),
    response: loggedIn,
    errors: [
      'WRONG_CREDENTIAL',
      'INACTIVE_USER',
      'REQUEST_LIMIT',
      'CODE_REQUIRED',
      'CODE_INVALID',
      'CODE_LOCKED',
    ],
  }),
  'POST /api/login/passkey/challenge': defineRoute({
    method: 'POST',
    path: '/api/login/passkey/challenge',
    access: 'public',
    summary: 'The browser’s options to log in by a passkey; they hold for five minutes',
    response: z.object({ options: browserJson }),
    errors: [],
  }),
  'POST /api/login/passkey': defineRoute({
    method: 'POST',
    path: '/api/login/passkey',
    access: 'public',
    summary: 'Exchange a passkey’s answer for a bearer token',
    body: z.object({ answer: browserJson }),
    response: loggedIn,
    errors: ['PASSKEY_INVALID', 'INACTIVE_USER'],
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
      'PASSWORD_SHORT',
      'PASSWORD_EASY',
      'OTP_NOT_EXIST',
      'OTP_EXPIRED',
      'OTP_CODE_INVALID',
      'OTP_BLOCK',
    ],
  }),
});
