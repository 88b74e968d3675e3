import { openModal } from '../../lib/modal-store.ts';

/** Recovery codes that are shown. They are kept in memory alone: nothing brings them back. */
let codes: readonly string[] = [];

export const shownCodes = (): readonly string[] => codes;

/** Shows new recovery codes, if there are any. */
export async function showCodes(made: readonly string[]): Promise<void> {
  if (made.length === 0) return;
  codes = made;
  await openModal('recovery-codes');
  codes = [];
}
