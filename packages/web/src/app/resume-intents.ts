import { onConnectionChange } from '../lib/connection.ts';
import { heldIntents, onIntentsChange } from '../lib/intent.ts';
import { getToken } from '../lib/session-token.ts';

const load = () => import('../features/unsettled/resume.ts');

/** Fetches the code ahead, so that it is here when there is no connection to fetch it by. */
export function prefetchResuming(): void {
  load().catch(() => undefined);
}

/** Has every intent whose answer was lost looked into, from this page's start on. */
export function startResuming(): void {
  const go = () => {
    if (heldIntents().length === 0 || getToken() === null) return;
    load()
      .then(({ resume }) => resume())
      .catch((error: unknown) => console.warn('cannot look into what was lost yet', error));
  };
  go();
  onIntentsChange(() => {
    if (heldIntents().some(({ isUnsure }) => isUnsure)) go();
  });
  onConnectionChange(go);
}
