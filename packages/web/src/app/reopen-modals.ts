import { openModal, type ModalName } from '../lib/modal-store.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { modalRegistry } from './modal-registry.ts';

const isModal = (name: unknown): name is ModalName =>
  typeof name === 'string' && Object.hasOwn(modalRegistry, name);

/**
 * Reopens the dialogs that were open when the page was reloaded for a new version, so that no press is lost.
 */
export function reopenModals(): void {
  const kept = readStored('reopen', 'session');
  if (kept === null) return;
  writeStored('reopen', null, 'session');
  for (const { name, props } of JSON.parse(kept) as { name: unknown; props?: never }[]) {
    if (isModal(name)) void openModal(name, props);
  }
}
