import { serverNow } from '../../lib/clock.ts';
import { getConnection, onConnectionChange } from '../../lib/connection.ts';
import { dropIntent, heldIntents, isInFlight, markUnsure, type Intent } from '../../lib/intent.ts';
import { closeModals } from '../../lib/modal-store.ts';
import { getToken } from '../../lib/session-token.ts';
import { reloadRoutes } from '../../lib/use-api.ts';
import { dismissAlerts } from '../../ui/alert-store.ts';
import { noteTold } from '../../wallet/told-movements.ts';
import { operationOf } from '../registry.ts';
import { resolve } from './resolve.ts';
import { tell, tellElsewhere } from './tell.ts';

/** Pauses between retries without an answer. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000] as const;
/** A younger intent may be in progress in another tab. */
const LEFT_BEHIND_MS = 2_000;
/** Time for a tab with another version of the app to recover an intent that this one does not know. */
const LEFT_TO_OTHERS_MS = 5 * 60_000;

let isRunning = false;

/**
 * Recovers the outcome of every unanswered intent, of this page or of one that is gone, for as long as it
 * takes. Tells the player each certain outcome. Never rejects.
 */
export async function recover(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  try {
    for (let round = 0; getToken() !== null; round += 1) {
      const open = heldIntents().filter((intent) => !isInFlight(intent) && !isOfOthers(intent));
      if (open.length === 0) return;
      if (canLook()) for (const { key } of open) await look(key);
      if (heldIntents().length > 0) await pause(PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)] ?? 0);
    }
  } finally {
    isRunning = false;
  }
}

/** True where the outcome can be found out and seen. Of several tabs, the one that the player sees tells it. */
const canLook = (): boolean => getConnection() !== 'offline' && document.visibilityState !== 'hidden';

const isOfOthers = ({ name, atMs }: Intent): boolean =>
  !operationOf(name) && serverNow() - atMs < LEFT_TO_OTHERS_MS;

async function look(key: string): Promise<void> {
  // Read again: while the one before was looked into, it may have ended, or another member may have logged in.
  const intent = heldIntents().find((held) => held.key === key);
  if (!intent || isInFlight(intent)) return;
  if (!intent.isUnsure && serverNow() - intent.atMs < LEFT_BEHIND_MS) return;
  const operation = operationOf(intent.name);
  if (!operation) {
    // Of another version of the app, which is gone.
    dropIntent(intent.key);
    return;
  }
  markUnsure(intent);
  const recovered = await resolve(operation, intent);
  // The player pressed again meanwhile, or the session is over: then this page tells nothing.
  if (recovered.kind === 'unsure' || isInFlight(intent) || !dropIntent(intent.key)) return;
  dismissAlerts(intent.key);
  if (recovered.kind !== 'lost' && recovered.ended !== undefined) noteTold(recovered.ended);
  void reloadRoutes(operation.refreshes);
  // A form that stays open would do it again under a new key.
  const mayRepeat = recovered.kind === 'lost' ? !operation.isOnce : recovered.kind !== 'refused';
  if (mayRepeat) closeModals(operation.closes);
  tell(operation, intent, recovered);
}

/**
 * Follows intents whose outcome another window has found out and told: an alert of this window about one is no
 * longer true, and a form that stays open would do it again under a new key.
 */
export function followElsewhere(dropped: readonly Intent[]): void {
  for (const intent of dropped) {
    dismissAlerts(intent.key);
    const operation = operationOf(intent.name);
    if (!operation) continue;
    void reloadRoutes(operation.refreshes);
    closeModals(operation.closes);
    tellElsewhere(operation, intent);
  }
}

/** Waits until the time is over, the connection changes or the page is shown. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    const stop = onConnectionChange(wake);
    document.addEventListener('visibilitychange', wake);
  });
}
