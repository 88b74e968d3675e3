/**
 * Makes the back button close the top layer (a dialog, a drawer) before it leaves the page.
 *
 * While any layer is open the history holds one extra entry of the same address. Going back pops it, which
 * closes the top layer; when a layer closes by other means the entry is removed.
 */
interface Layer {
  close: () => void;
}

const layers: Layer[] = [];
let isSyncDue = false;
/** The app called `history.back()` and the `popstate` event has not come yet. */
let takingBack = false;

function isOurs(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'layer' in state;
}

/** Adds or removes the extra entry once the current round of openings and closings is over. */
function syncHistory(): void {
  if (isSyncDue) return;
  isSyncDue = true;
  setTimeout(() => {
    isSyncDue = false;
    const held = isOurs(history.state);
    if (layers.length > 0 && !held) history.pushState({ layer: true }, '');
    else if (layers.length === 0 && held && !takingBack) {
      takingBack = true;
      history.back();
    }
  });
}

// An entry left over from before a reload has no layer to close.
if (isOurs(history.state)) history.replaceState(null, '');

window.addEventListener('popstate', (event) => {
  if (takingBack) {
    // The app went back, not the player: a layer opened meanwhile stays and gets its own entry.
    takingBack = false;
    syncHistory();
    return;
  }
  if (isOurs(event.state)) {
    // Back or forward onto an entry whose layer is gone.
    syncHistory();
    return;
  }
  const top = layers.at(-1);
  if (!top) return;
  top.close();
  syncHistory();
});

/** Registers an open layer; returns the function that unregisters it. `close` runs when the player goes back. */
export function pushLayer(close: () => void): () => void {
  const layer: Layer = { close };
  layers.push(layer);
  syncHistory();
  return () => {
    const index = layers.indexOf(layer);
    if (index >= 0) layers.splice(index, 1);
    syncHistory();
  };
}
