import { z } from 'zod';
import { currency, done, password, text, timestamp } from './fields.ts';
import { TEXT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** The member's own account. */

/** The nine keys of registration. Empty text means 'not known yet' to the validate call. */
export const registration = z.object({
  name: text(TEXT_MAX.name),
  username: text(TEXT_MAX.phone),
  password,
  sourceCode: text(TEXT_MAX.code),
  inviteCode: text(TEXT_MAX.code),
  bankCode: text(TEXT_MAX.code),
  bankAccountName: text(TEXT_MAX.bankAccountName),
  bankAccountNo: text(TEXT_MAX.bankAccountNo),
  currency: z.union([currency, z.literal('')]),
});

export const profile = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string(),
  sourceCode: z.string(),
  inviteCode: z.string(),
  bankCode: z.string(),
  bankAccountName: z.string(),
  bankAccountNo: z.string(),
  currency,
  coin: z.int(),
  createdAt: timestamp,
});

export const bankAccount = z.object({
  bankAccountName: z.string(),
  bankAccountNo: z.string(),
  bank: z.object({ code: z.string(), nameTH: z.string(), nameEN: z.string() }),
});

const registrationErrors = [
  'EXISTING_USER',
  'EXISTING_BANK',
  'INVALID_USER_INFO',
  'INVALID_BANK',
  'BANK_ACCOUNT_NAME_ENG',
  'PHONE_NUMBER_REQUIRE_10_DIGIT',
] as const;

export const account = defineArea({
  'POST /api/account/validate': defineRoute({
    method: 'POST',
    path: '/api/account/validate',
    access: 'public',
    summary: 'Check what of a registration is filled in so far',
    body: registration.partial(),
    response: done,
    errors: registrationErrors,
  }),
  'POST /api/account': defineRoute({
    method: 'POST',
    path: '/api/account',
    access: 'public',
    summary: 'Register',
    body: registration.partial({ sourceCode: true, inviteCode: true, currency: true }),
    response: done,
    errors: [...registrationErrors, 'UNVERIFIED_OTP', 'REGISTER_FAIL'],
  }),
  'PUT /api/account/bankAccountName': defineRoute({
    method: 'PUT',
    path: '/api/account/bankAccountName',
    access: 'member',
    summary: 'Correct the account name of the linked bank account to English letters',
    body: z.object({
      bankCode: text(TEXT_MAX.code).min(1),
      bankAccountName: text(TEXT_MAX.bankAccountName).min(1),
    }),
    response: done,
    errors: ['INVALID_BANK', 'BANK_ACCOUNT_NAME_ENG'],
  }),
  'GET /api/account/profile': defineRoute({
    method: 'GET',
    path: '/api/account/profile',
    access: 'member',
    summary: 'The member and the linked bank account',
    response: z.object({ profile, bankAccount }),
    errors: [],
  }),
});
