import { readInviteCode } from '@krapao/contract/invite-code';
import { readStored, writeStored } from '../../lib/storage.ts';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    inviteCode: 'device';
  }
}

/** Returns the code of an invite link; empty for any other address. */
export const codeInAddress = (search: string): string =>
  readInviteCode(new URLSearchParams(search).get('code') ?? '');

/** Returns the initial inviter code: a code in the address replaces the stored one. */
export function initialInviteCode(search: string): string {
  const invited = codeInAddress(search);
  if (invited) keepInviteCode(invited);
  return invited || (readStored('inviteCode') ?? '');
}

/** Stores the inviter code until a registration has used it; empty removes it. */
export function keepInviteCode(code: string): void {
  writeStored('inviteCode', code.trim() === '' ? null : code.trim());
}
