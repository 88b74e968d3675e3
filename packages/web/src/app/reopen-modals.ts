import { openModal, type ModalName } from '../lib/modal-store.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts';
import { modalRegistry } from './modal-registry.ts';

const isModal = (name: unknown): name is ModalName =>
  typeof name === 'string' && Object.hasOwn(modalRegistry, name);

/**
 * Reopens the dialogs that were open when the page was reloaded for a new version, so that no press is lost.
 */
export function reopenModals(): void {
  const kept = readStored(STORAGE_KEYS.reopen, 'session');
  if (kept === null) return;
  writeStored(STORAGE_KEYS.reopen, null, 'session');
  for (const { name, props } of JSON.parse(kept) as { name: unknown; props?: never }[]) {
    if (isModal(name)) void openModal(name, props);
  }
}
