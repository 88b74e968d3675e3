import { onConnectionChange } from '../lib/connection.ts';
import { openModals } from '../lib/modal-store.ts';
import { getToken } from '../lib/session-token.ts';
import { whenWanted } from '../lib/when-wanted.ts';
import { alerts } from '../ui/alert-queue.ts';
import { Late } from '../ui/late.tsx';
import { toasts } from '../ui/toast-store.ts';

/** Parts over the pages. None of them is on the first screen. */
export function LateParts() {
  return (
    <>
      <Late load={loadDialogs} when={onDialog} />
      <Late load={loadParts} when={onWanted} />
    </>
  );
}

const loadParts = () => import('./route-table.ts').then(({ fetchParts }) => fetchParts());
const loadDialogs = () => import('./route-table.ts').then(({ fetchDialogs }) => fetchDialogs());

/** Calls at the first use of the page or soon after, on a toast, and on a change of the connection. */
function onWanted(act: () => void): () => void {
  if (toasts.get().length > 0) act();
  return all(whenWanted(act), toasts.subscribe(act), onConnectionChange(act));
}

/** Calls when a dialog opens; for a member also at the first use of the page, since a press may open one. */
function onDialog(act: () => void): () => void {
  if (alerts.get().length + openModals.get().length > 0) act();
  const stops = [alerts, openModals].map((store) => store.subscribe(act));
  return getToken() === null ? all(...stops) : all(whenWanted(act), ...stops);
}

const all =
  (...stops: readonly (() => void)[]) =>
  () => {
    for (const stop of stops) stop();
  };
