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

/** Starts the recovery of intents whose answer was lost. */
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
    // Loaded in advance, so that it is there when the connection is lost.
    whenWanted(() => void load().catch(() => undefined)),
    onIntentsChange(() => {
      if (heldIntents().some(({ isUnsure }) => isUnsure)) go();
    }),
    onConnectionChange(go),
  ];
}

/** Stops the recovery. */
export function stopResuming(): void {
  for (const stop of stops) stop();
  stops = [];
}
