import { z } from 'zod';
import { currency, done, nameText, password, text, timestamp } from './fields.ts';
import { TEXT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** The member's own account. */

/** The nine keys of registration. Empty text means 'not known yet' to the validate call. */
export const registration = z.object({
  name: nameText(TEXT_MAX.name),
  username: text(TEXT_MAX.phone),
  password,
  sourceCode: text(TEXT_MAX.code),
  inviteCode: text(TEXT_MAX.code),
  bankCode: text(TEXT_MAX.code),
  bankAccountName: nameText(TEXT_MAX.bankAccountName),
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
  'PASSWORD_SHORT',
  'PASSWORD_EASY',
] as const;

export const account = defineArea({
  'POST /api/account/validate': defineRoute({
    method: 'POST',
    path: '/api/account/validate',
    access: 'public',
    closes: 'always',
    summary: 'Check what of a registration is filled in so far',
    body: registration.partial(),
    response: done,
    errors: registrationErrors,
  }),
  'POST /api/account': defineRoute({
    method: 'POST',
    path: '/api/account',
    access: 'public',
    closes: 'always',
    summary: 'Register',
    body: registration.partial({ sourceCode: true, inviteCode: true, currency: true }),
    response: done,
    errors: [...registrationErrors, 'UNVERIFIED_OTP', 'EXCLUDED'],
  }),
  'PUT /api/account/bankAccountName': defineRoute({
    method: 'PUT',
    path: '/api/account/bankAccountName',
    access: 'member',
    summary: 'Correct the account name of the linked bank account to English letters',
    body: z.object({
      bankCode: text(TEXT_MAX.code).min(1),
      bankAccountName: nameText(TEXT_MAX.bankAccountName).min(1),
    }),
    response: done,
    errors: ['INVALID_BANK', 'BANK_ACCOUNT_NAME_ENG', 'STEP_UP_REQUIRED'],
  }),
  'GET /api/account/profile': defineRoute({
    method: 'GET',
    path: '/api/account/profile',
    access: 'member',
    summary: 'The member and the linked bank account',
    response: z.object({ profile, bankAccount }),
    errors: [],
  }),
  'PUT /api/account/profile': defineRoute({
    method: 'PUT',
    path: '/api/account/profile',
    access: 'member',
    summary: 'Change the name; bank fields only while they are empty, else they must be sent as they are',
    body: z.object({
      name: nameText(TEXT_MAX.name).min(1),
      bankCode: text(TEXT_MAX.code),
      bankAccountName: nameText(TEXT_MAX.bankAccountName),
      bankAccountNo: text(TEXT_MAX.bankAccountNo),
    }),
    response: done,
    errors: [
      'INVALID_USER_INFO',
      'INVALID_BANK',
      'EXISTING_BANK',
      'BANK_ACCOUNT_NAME_ENG',
      'STEP_UP_REQUIRED',
    ],
  }),
  'PUT /api/account/changepwd': defineRoute({
    method: 'PUT',
    path: '/api/account/changepwd',
    access: 'member',
    summary: 'Change the password; every other session ends',
    body: z.object({ oldPassword: password.min(1), newPassword: password.min(1) }),
    response: done,
    errors: ['WRONG_PASSWORD', 'INVALID_USER_INFO', 'PASSWORD_SHORT', 'PASSWORD_EASY', 'REQUEST_LIMIT'],
  }),
  'GET /api/account/sessions': defineRoute({
    method: 'GET',
    path: '/api/account/sessions',
    access: 'member',
    summary: 'Where the member is logged in, the last used first',
    response: z.array(
      z.object({
        _id: z.string(),
        device: z.string().meta({ description: 'Browser and system, as far as they say' }),
        createdAt: timestamp,
        lastSeenAt: timestamp.meta({ description: 'To the minute' }),
        isCurrent: z.boolean(),
      }),
    ),
    errors: [],
  }),
  'DELETE /api/account/sessions/:sessionId': defineRoute({
    method: 'DELETE',
    path: '/api/account/sessions/:sessionId',
    access: 'member',
    summary: 'Log out one other place; one that has ended already is no error',
    params: z.object({ sessionId: z.string().regex(/^\d{1,18}$/) }),
    response: done,
    errors: [],
  }),
  'DELETE /api/account/other-sessions': defineRoute({
    method: 'DELETE',
    path: '/api/account/other-sessions',
    access: 'member',
    summary: 'Log out everywhere but here',
    response: done,
    errors: [],
  }),
  'DELETE /api/account/sessions': defineRoute({
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'member',
    summary: 'Log out everywhere, here too',
    response: done,
    errors: [],
  }),
});
