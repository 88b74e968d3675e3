import { z } from 'zod';
import { requiredText } from './fields.ts';
import { TEXT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** One-time codes by SMS. */
export const otp = defineArea({
  'POST /api/otp/send': defineRoute({
    method: 'POST',
    path: '/api/otp/send',
    access: 'public',
    closes: 'always',
    summary: 'Send a one-time code to a phone',
    body: z.object({ phoneNumber: requiredText(TEXT_MAX.phone) }),
    response: z.object({
      otpRef: z.string().meta({ description: 'Shown to the player beside the code they are to type' }),
      otpToken: z.string(),
      code: z.enum(['OK', 'OTP_VERIFIED']).meta({ description: 'OTP_VERIFIED: no code is needed' }),
    }),
    errors: [
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
      'INVALID_USER_INFO',
      'REQUEST_LIMIT',
      'REQUEST_LIMIT_1MIN',
      'OTP_BLOCK',
      'OTP_SEND_FAIL',
    ],
  }),
  'POST /api/otp/verify': defineRoute({
    method: 'POST',
    path: '/api/otp/verify',
    access: 'public',
    closes: 'always',
    summary: 'Check a one-time code',
    body: z.object({ otpToken: requiredText(TEXT_MAX.token), otpCode: requiredText(TEXT_MAX.otpCode) }),
    response: z.object({ code: z.literal('OTP_CODE_VALID'), message: z.literal('OTP_CODE_VALID') }),
    errors: [
      'OTP_TOKEN_INVALID',
      'OTP_NOT_EXIST',
      'OTP_VERIFIED',
      'OTP_EXPIRED',
      'OTP_CODE_INVALID',
      'OTP_BLOCK',
    ],
  }),
});
