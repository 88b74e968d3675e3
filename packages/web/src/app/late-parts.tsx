import { onConnectionChange } from '../lib/connection.ts';
import { openModals } from '../lib/modal-store.ts';
import { whenWanted } from '../lib/when-wanted.ts';
import { alerts } from '../ui/alert-queue.ts';
import { toasts } from '../ui/toast-store.ts';
import { Late } from './late.tsx';

/** What lies over the pages. Nothing of it is on the first screen. */
export function LateParts() {
  return <Late load={loadParts} when={onWanted} />;
}

const loadParts = () => import('./route-table.ts').then(({ fetchParts }) => fetchParts());

/** Somebody is there, or there is something to show. */
function onWanted(act: () => void): () => void {
  if (toasts.get().length + alerts.get().length + openModals.get().length > 0) act();
  const stops = [
    whenWanted(act),
    ...[alerts, toasts, openModals].map((store) => store.subscribe(act)),
    onConnectionChange(act),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
