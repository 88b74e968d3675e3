import { z } from 'zod';
import { done, nameText, password, requiredText, timestamp } from './fields.ts';
import { TEXT_MAX } from './limits.ts';
import { defineArea, defineRoute } from './route.ts';

/** Second factors of members: passkeys, an authenticator app, recovery codes; and giving proof again. */

/** JSON of the browser's passkey functions (WebAuthn). */
export const browserJson = z.record(z.string(), z.unknown());

export const FACTOR_CODE = 'Code of the authenticator app, or a recovery code';

const passkeyParams = z.object({ passkeyId: z.string().regex(/^[\w-]{1,1364}$/) });
const passkeyName = nameText(TEXT_MAX.passkeyName).min(1);
const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});
const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Ten codes, shown this once; empty where there are some already' });

export const factors = defineArea({
  'GET /api/account/factors': defineRoute({
    method: 'GET',
    path: '/api/account/factors',
    access: 'member',
    summary: 'The member’s passkeys, whether there is an authenticator app, and unused recovery codes',
    response: z.object({ passkeys: z.array(passkey), hasTotp: z.boolean(), recoveryCodesLeft: z.int() }),
    errors: [],
  }),
  'POST /api/account/passkeys/challenge': defineRoute({
    method: 'POST',
    path: '/api/account/passkeys/challenge',
    access: 'member',
    summary: 'The browser’s options to make a passkey; they hold for five minutes',
    response: z.object({ options: browserJson }),
    errors: ['STEP_UP_REQUIRED'],
  }),
  'POST /api/account/passkeys': defineRoute({
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'member',
    summary: 'Keep a new passkey; the first factor brings recovery codes',
    body: z.object({ name: passkeyName, answer: browserJson }),
    response: z.object({ passkey, recoveryCodes }),
    errors: ['PASSKEY_INVALID', 'STEP_UP_REQUIRED'],
    secret: true,
  }),
  'PUT /api/account/passkeys/:passkeyId': defineRoute({
    method: 'PUT',
    path: '/api/account/passkeys/:passkeyId',
    access: 'member',
    summary: 'Give a passkey another name',
    params: passkeyParams,
    body: z.object({ name: passkeyName }),
    response: done,
    errors: ['NO_DATA'],
  }),
  'DELETE /api/account/passkeys/:passkeyId': defineRoute({
    method: 'DELETE',
    path: '/api/account/passkeys/:passkeyId',
    access: 'member',
    summary: 'Remove a passkey; recovery codes go with the last factor',
    params: passkeyParams,
    response: done,
    errors: ['NO_DATA', 'STEP_UP_REQUIRED'],
  }),
  'POST /api/account/totp': defineRoute({
    method: 'POST',
    path: '/api/account/totp',
    access: 'member',
    summary: 'Begin to set up an authenticator app; an earlier one stays in force until the confirmation',
    response: z.object({
      secret: z.string().meta({ description: 'Key to type, in base 32' }),
      uri: z.string().meta({ description: 'Address for a QR code' }),
    }),
    errors: ['STEP_UP_REQUIRED'],
    secret: true,
  }),
  'PUT /api/account/totp': defineRoute({
    method: 'PUT',
    path: '/api/account/totp',
    access: 'member',
    summary: 'Confirm the authenticator app by a code; the first factor brings recovery codes',
    body: z.object({ code: requiredText(TEXT_MAX.factorCode) }),
    response: z.object({ recoveryCodes }),
    errors: ['NO_DATA', 'CODE_INVALID', 'STEP_UP_REQUIRED'],
    secret: true,
  }),
  'DELETE /api/account/totp': defineRoute({
    method: 'DELETE',
    path: '/api/account/totp',
    access: 'member',
    summary: 'Remove the authenticator app; recovery codes go with the last factor',
    response: done,
    errors: ['NO_DATA', 'STEP_UP_REQUIRED'],
  }),
  'POST /api/account/recovery-codes': defineRoute({
    method: 'POST',
    path: '/api/account/recovery-codes',
    access: 'member',
    summary: 'Replace the recovery codes',
    response: z.object({ recoveryCodes }),
    errors: ['NO_DATA', 'STEP_UP_REQUIRED'],
    secret: true,
  }),
  'GET /api/step-up': defineRoute({
    method: 'GET',
    path: '/api/step-up',
    access: 'member',
    summary: 'By what the member can prove who they are',
    response: z.object({ ways: z.array(z.enum(['passkey', 'code', 'password'])) }),
    errors: [],
  }),
  'POST /api/step-up/challenge': defineRoute({
    method: 'POST',
    path: '/api/step-up/challenge',
    access: 'member',
    summary: 'The browser’s options to prove who one is by a passkey; they hold for five minutes',
    response: z.object({ options: browserJson }),
    errors: [],
  }),
  'POST /api/step-up': defineRoute({
    method: 'POST',
    path: '/api/step-up',
    access: 'member',
    summary: 'Prove who one is, by a passkey or a code where there is one, else by the password',
    body: z.object({
      password: password.min(1).optional(),
      code: requiredText(TEXT_MAX.factorCode).optional().meta({ description: FACTOR_CODE }),
      answer: browserJson.optional().meta({ description: 'Answer of a passkey' }),
    }),
    response: done,
    errors: [
      'WRONG_PASSWORD',
      'CODE_REQUIRED',
      'CODE_INVALID',
      'CODE_LOCKED',
      'PASSKEY_INVALID',
      'REQUEST_LIMIT',
    ],
  }),
});
