import { isSparing, onConnectionChange } from '../lib/connection.ts';
import { loadWords } from '../lib/i18n/i18n.ts';
import { SHARED_SETS } from '../lib/i18n/shared-sets.ts';
import { heldIntents, onDroppedElsewhere, onIntentsChange } from '../lib/intent.ts';
import { getToken } from '../lib/session-token.ts';
import { whenWanted } from '../lib/when-wanted.ts';

const load = async () => {
  const [code] = await Promise.all([import('../operations/recovery/recover.ts'), loadWords(...SHARED_SETS)]);
  return code;
};
/** Loads the code in advance, so that it is there when the connection is lost. */
const prepare = () => void load().catch(() => undefined);

let stops: readonly (() => void)[] = [];

/** Starts the recovery of intents whose answer was lost. */
export function startRecovery(): void {
  stopRecovery();
  const go = () => {
    if (heldIntents().length === 0 || getToken() === null) return;
    load()
      .then(({ recover }) => recover())
      .catch((error: unknown) => console.warn('cannot look into what was lost yet', error));
  };
  go();
  stops = [
    whenWanted(() => {
      // With the data saver on, it is loaded with the first intent.
      if (!isSparing()) prepare();
    }),
    onIntentsChange(() => {
      if (heldIntents().some(({ isUnsure }) => isUnsure)) go();
      else if (heldIntents().length > 0) prepare();
    }),
    onConnectionChange(go),
    onDroppedElsewhere((dropped) => {
      load()
        .then(({ followElsewhere }) => followElsewhere(dropped))
        .catch((error: unknown) => console.warn('cannot follow another window', error));
    }),
  ];
}

/** Stops the recovery. */
export function stopRecovery(): void {
  for (const stop of stops) stop();
  stops = [];
}
