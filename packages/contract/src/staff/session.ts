import { z } from 'zod';
import { TEXT_MAX } from '../limits.ts';
import { password, requiredText } from '../fields.ts';
import { PERMISSIONS, ROLES } from './permissions.ts';
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
  roles: z.array(z.enum(ROLES)),
  permissions: z.array(z.enum(PERMISSIONS)),
});

const signedIn = z.object({
  staff: staffMember,
  /** True: the second factor has to be set up before anything else. */
  mustSetUpFactor: z.boolean(),
});

const done = z.object({ status: z.literal(true) });

/** Sign-in, sessions and second factors of staff. */
export const staffSession = defineStaffArea({
  'POST /staff/api/session': {
    method: 'POST',
    path: '/staff/api/session',
    permission: 'none',
    summary: 'Sign in: sets the session’s cookie',
    body: z.object({ email, password, code: code.optional() }),
    response: signedIn,
    errors: ['WRONG_CREDENTIAL', 'CODE_REQUIRED', 'CODE_INVALID'],
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
    summary: 'Begin to set up an authenticator app; the password is asked again',
    body: z.object({ password }),
    response: z.object({ uri: z.string(), secret: z.string() }),
    errors: ['WRONG_CREDENTIAL'],
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
});
