import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts';

/** The inviter code to start with: the one in the address wins over, and replaces, the one kept from before. */
export function initialInviteCode(search: string): string {
  const invited = new URLSearchParams(search).get('code')?.trim();
  if (invited) keepInviteCode(invited);
  return invited || (readStored(STORAGE_KEYS.inviteCode) ?? '');
}

/** Keeps the inviter code until somebody has registered with it; empty forgets it. */
export function keepInviteCode(code: string): void {
  writeStored(STORAGE_KEYS.inviteCode, code.trim() === '' ? null : code.trim());
}
