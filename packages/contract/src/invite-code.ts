import { INVITE_CODE_PREFIX } from './limits.ts';
import { withPlainDigits } from './typed-digits.ts';

const IN_LINK = /[?&]code=([^&#\s]*)/;
const CODE = new RegExp(`^${INVITE_CODE_PREFIX}`, 'i');

/**
 * An invite code as it is kept: `PR` and the inviter's id, which has small letters and digits alone. Case and spaces
 * do not matter, and of a whole invite link the code is taken. Any other text is left as it was typed.
 */
export function readInviteCode(text: string): string {
  const typed = withPlainDigits(IN_LINK.exec(text)?.[1] ?? text).replace(/\s/g, '');
  return CODE.test(typed) ? INVITE_CODE_PREFIX + typed.slice(INVITE_CODE_PREFIX.length).toLowerCase() : typed;
}

/** Whether a text may be a code at all, so that it can be put into a page or an address. */
export const mayBeInviteCode = (code: string): boolean =>
  code.length <= 40 && new RegExp(`^${INVITE_CODE_PREFIX}[a-z0-9]+$`).test(code);
