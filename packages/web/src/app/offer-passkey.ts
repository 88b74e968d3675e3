import { isAnyModalOpen, openModal } from '../lib/modal-store.ts';
import { knowsPasskeys } from '../lib/passkeys.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { alerts } from '../ui/alert-queue.ts';

/** The page comes first: the offer waits until the player has seen it. */
const AFTER_MS = 2_500;

/** Offers a passkey once on a device that can keep one, unless the player is at something else. @returns cancels it */
export function offerPasskey(): () => void {
  let isOver = false;
  const offer = async (): Promise<void> => {
    if (!knowsPasskeys()) return;
    const isAble = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
    if (!isAble || isOver || isBusy()) return;
    writeStored('passkeyOffered', '1');
    void openModal('offer-passkey');
  };
  if (readStored('passkeyOffered') !== null || readStored('passkeyHere') !== null) return () => undefined;
  const timer = setTimeout(() => void offer(), AFTER_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Whether something is open, or the player is typing. */
const isBusy = (): boolean =>
  isAnyModalOpen() ||
  alerts.get().length > 0 ||
  document.activeElement?.matches('input, textarea, select') === true;
