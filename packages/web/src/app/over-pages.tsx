import { ToastHost } from '../ui/toast-host.tsx';
import { toasts } from '../ui/toast-store.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { PartBoundary } from './part-boundary.tsx';

/** Parts over every page: the connection banner and messages. */
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
