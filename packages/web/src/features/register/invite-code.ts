import { readInviteCode } from '@krapao/contract/invite-code';
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts';

/** The code of an invite link; empty where the address is none. */
export const codeInAddress = (search: string): string =>
  readInviteCode(new URLSearchParams(search).get('code') ?? '');

/** The inviter code to start with: the one in the address wins over, and replaces, the one kept from before. */
export function initialInviteCode(search: string): string {
  const invited = codeInAddress(search);
  if (invited) keepInviteCode(invited);
  return invited || (readStored(STORAGE_KEYS.inviteCode) ?? '');
}

/** Keeps the inviter code until somebody has registered with it; empty forgets it. */
export function keepInviteCode(code: string): void {
  writeStored(STORAGE_KEYS.inviteCode, code.trim() === '' ? null : code.trim());
}
