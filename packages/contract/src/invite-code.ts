import { INVITE_CODE_PREFIX } from './limits.ts';
import { withPlainDigits } from './typed-digits.ts';

const IN_LINK = /[?&]code=([^&#\s]*)/;
const CODE = new RegExp(`^${INVITE_CODE_PREFIX}`, 'i');

/**
 * Returns an invite code in its stored form: `PR` and the inviter's id, which has only small letters and
 * digits. Ignores case and spaces. Takes the code out of a whole invite link. Returns any other text as
 * typed.
 */
export function readInviteCode(text: string): string {
  const typed = withPlainDigits(IN_LINK.exec(text)?.[1] ?? text).replace(/\s/g, '');
  return CODE.test(typed) ? INVITE_CODE_PREFIX + typed.slice(INVITE_CODE_PREFIX.length).toLowerCase() : typed;
}

/** Checks whether a text has the form of a code, so that it is safe to put into a page or an address. */
export const mayBeInviteCode = (code: string): boolean =>
  code.length <= 40 && new RegExp(`^${INVITE_CODE_PREFIX}[a-z0-9]+$`).test(code);
