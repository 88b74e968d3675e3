import { onConnectionChange } from '../lib/connection.ts';
import { loadWords } from '../lib/i18n/i18n.ts';
import { WORD_SETS } from '../lib/i18n/word-sets.ts';
import { heldIntents, onIntentsChange } from '../lib/intent.ts';
import { getToken } from '../lib/session-token.ts';
import { whenWanted } from '../lib/when-wanted.ts';

const load = async () => {
  const [code] = await Promise.all([import('../features/unsettled/resume.ts'), loadWords(...WORD_SETS)]);
  return code;
};

let stops: readonly (() => void)[] = [];

/** Has every intent whose answer was lost looked into, from now on. */
export function startResuming(): void {
  stopResuming();
  const go = () => {
    if (heldIntents().length === 0 || getToken() === null) return;
    load()
      .then(({ resume }) => resume())
      .catch((error: unknown) => console.warn('cannot look into what was lost yet', error));
  };
  go();
  stops = [
    // Fetched ahead, so that it is here when there is no connection to fetch it by.
    whenWanted(() => void load().catch(() => undefined)),
    onIntentsChange(() => {
      if (heldIntents().some(({ isUnsure }) => isUnsure)) go();
    }),
    onConnectionChange(go),
  ];
}

/** Leaves them alone again. */
export function stopResuming(): void {
  for (const stop of stops) stop();
  stops = [];
}
