import { z } from 'zod';
import { TEXT_MAX } from '../limits.ts';
import { password, requiredText } from '../fields.ts';
import { PERMISSIONS } from './permissions.ts';
import { done } from './fields.ts';
import { defineStaffArea } from './route.ts';

/** Longest e-mail address, by RFC 5321. */
const EMAIL_MAX = 254;

/** An e-mail address, in lower case. */
export const email = z.string().trim().toLowerCase().max(EMAIL_MAX).pipe(z.email());

/** A code of the second factor (6 digits), or a recovery code. */
const code = requiredText(TEXT_MAX.code);

/** A staff member as the console shows them. */
export const staffMember = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  /** Names of built-in roles, and of the operator's own. */
  roles: z.array(z.string()),
  permissions: z.array(z.enum(PERMISSIONS)),
});

const signedIn = z.object({
  staff: staffMember,
  /** True: the second factor has to be set up before anything else. */
  mustSetUpFactor: z.boolean(),
});

/** Options and answers of the browser's passkey calls, as WebAuthn Level 3 writes them in JSON. */
const browserJson = z.record(z.string(), z.unknown());

/** Why a proof is refused. */
const PROOF_ERRORS = [
  'WRONG_CREDENTIAL',
  'CODE_REQUIRED',
  'CODE_INVALID',
  'PASSKEY_REQUIRED',
  'PASSKEY_INVALID',
] as const;

/** Proof that a signed-in person gives again before a change of how they sign in. */
const proof = z.object({
  password,
  /** Required of a person with an authenticator app. */
  code: code.optional(),
  /** Answer of a passkey to a challenge of a sign-in: required of a person who has passkeys and no app. */
  passkey: browserJson.optional(),
});

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

/** Sign-in, sessions and second factors of staff. */
export const staffSession = defineStaffArea({
  'POST /staff/api/session': {
    method: 'POST',
    path: '/staff/api/session',
    permission: 'none',
    summary: 'Sign in: sets the session’s cookie',
    body: z.object({ email, password, code: code.optional() }),
    response: signedIn,
    errors: ['WRONG_CREDENTIAL', 'CODE_REQUIRED', 'CODE_INVALID', 'PASSKEY_REQUIRED'],
  },
  'GET /staff/api/ways': {
    method: 'GET',
    path: '/staff/api/ways',
    permission: 'none',
    summary: 'How staff may sign in here',
    response: z.object({
      /** Address that begins the operator's own sign-in; null: there is none. */
      provider: z.string().nullable(),
    }),
    errors: [],
  },
  'POST /staff/api/passkey/challenge': {
    method: 'POST',
    path: '/staff/api/passkey/challenge',
    permission: 'none',
    summary: 'Options for a browser to sign in with a passkey; valid once, for five minutes',
    response: z.object({ options: browserJson }),
    errors: [],
  },
  'POST /staff/api/passkey/session': {
    method: 'POST',
    path: '/staff/api/passkey/session',
    permission: 'none',
    summary: 'Sign in with a passkey’s answer: sets the session’s cookie',
    body: z.object({ answer: browserJson }),
    response: signedIn,
    errors: ['PASSKEY_INVALID'],
  },
  'GET /staff/api/session': {
    method: 'GET',
    path: '/staff/api/session',
    permission: 'session',
    summary: 'Who is signed in',
    response: signedIn,
    errors: [],
    withoutFactor: true,
  },
  'DELETE /staff/api/session': {
    method: 'DELETE',
    path: '/staff/api/session',
    permission: 'session',
    summary: 'Sign out',
    response: done,
    errors: [],
    withoutFactor: true,
  },
  'POST /staff/api/links': {
    method: 'POST',
    path: '/staff/api/links',
    permission: 'none',
    summary: 'Set the password with a one-time link; ends all sessions',
    body: z.object({ token: requiredText(TEXT_MAX.token), password }),
    response: done,
    errors: ['LINK_INVALID', 'PASSWORD_WEAK'],
  },
  'POST /staff/api/totp': {
    method: 'POST',
    path: '/staff/api/totp',
    permission: 'session',
    summary: 'Begin to set up an authenticator app; password and present factor are asked again',
    body: proof,
    response: z.object({ uri: z.string(), secret: z.string() }),
    errors: PROOF_ERRORS,
    withoutFactor: true,
  },
  'PUT /staff/api/totp': {
    method: 'PUT',
    path: '/staff/api/totp',
    permission: 'session',
    summary: 'Confirm the authenticator app by a code; answers ten recovery codes, shown once',
    body: z.object({ code }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['CODE_INVALID', 'NO_DATA'],
    withoutFactor: true,
  },
  'GET /staff/api/passkeys': {
    method: 'GET',
    path: '/staff/api/passkeys',
    permission: 'session',
    summary: 'The caller’s passkeys',
    response: z.object({ items: z.array(passkey), next: z.null() }),
    errors: [],
    withoutFactor: true,
  },
  'POST /staff/api/passkeys/challenge': {
    method: 'POST',
    path: '/staff/api/passkeys/challenge',
    permission: 'session',
    summary: 'Options for a browser to make a passkey; password and present factor are asked again',
    body: proof,
    response: z.object({ options: browserJson }),
    errors: PROOF_ERRORS,
    withoutFactor: true,
  },
  'POST /staff/api/passkeys': {
    method: 'POST',
    path: '/staff/api/passkeys',
    permission: 'session',
    summary: 'Keep a new passkey',
    body: z.object({ name: requiredText(TEXT_MAX.name), answer: browserJson }),
    response: z.object({ passkey }),
    errors: ['PASSKEY_INVALID'],
    withoutFactor: true,
  },
  'DELETE /staff/api/passkeys/:id': {
    method: 'DELETE',
    path: '/staff/api/passkeys/:id',
    permission: 'session',
    summary: 'Forget one of the caller’s passkeys; password and present factor are asked again',
    params: z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) }),
    body: proof,
    response: done,
    errors: ['NO_DATA', ...PROOF_ERRORS],
  },
});
