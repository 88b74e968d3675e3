import { ToastHost } from '../ui/toast-host.tsx';
import { toasts } from '../ui/toast-store.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { PartBoundary } from './part-boundary.tsx';

/** What lies over every page: word of the connection, and messages. */
export function OverPages() {
  return (
    <>
      <PartBoundary onFault={() => undefined}>
        <OfflineBanner />
      </PartBoundary>
      <PartBoundary onFault={() => toasts.set([])}>
        <ToastHost />
      </PartBoundary>
    </>
  );
}
